export const machine = { type: 'string', required: true, min: 1, max: 200 } as const;
export const machineFilter = { type: 'string', min: 1, max: 200 } as const;
export const skill = { type: 'string', required: true, min: 1, max: 64 } as const;
export const job = { type: 'string', required: true } as const;
export const before = { type: 'string' } as const;
export const skillFile = { type: 'string', required: true, min: 1, max: 524288 } as const;
export const runners = { type: 'string', values: ['agent_a', 'agent_b', 'shell'] } as const;
export const pageOf20 = { type: 'integer', min: 1, max: 100, default: 20 } as const;

export const wait = <Max extends number, Default extends number>(max: Max, byDefault: Default) =>
  ({ type: 'integer', min: 0, max, default: byDefault }) as const;
export const oursPair = {
  machine: { type: 'string', required: true, ours: true },
  skill: { type: 'string', required: true, ours: true },
} as const;
export const reference = { type: 'string', min: 1, max: 200 } as const;
