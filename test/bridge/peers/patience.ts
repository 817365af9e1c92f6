/** For `expect.poll`: processes on a machine that is busy with other tests take their time. */
export const PATIENT = { timeout: 10_000 };
