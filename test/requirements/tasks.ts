import type { Section } from './entry.ts';

/** Jobs and commands as tasks of MCP (extension `io.modelcontextprotocol/tasks`). */
export const TASKS = {
  'TASK-made': {
    source: 'issue 16: The mapping',
    text: 'A pending result becomes a task for a client that declares the extension with the call, and for no other.',
  },
  'TASK-nothing-new': {
    source: 'issue 16: Proof',
    text: 'A client that declares neither tasks nor elicitation sees byte for byte what it saw before.',
  },
  'TASK-id': {
    source: 'issue 16: The mapping',
    text: 'An id has 128 bits of authentication by the key: a guess, another key and a job that is gone are unknown alike.',
    code: -32602,
  },
  'TASK-capability': {
    source: 'extension: Protocol Errors',
    text: 'A request about tasks without the capability is refused, a listening for them too.',
    code: -32021,
  },
  'TASK-progress': {
    source: 'issue 16: The mapping',
    text: 'The message of a task has status, percent, step and message of the job, the machine’s words in quotes.',
  },
  'TASK-question': {
    source: 'issue 16: The mapping',
    text: 'A question is a form with its options, the recommended one chosen, and free words, which replace that choice; its context is marked as data.',
  },
  'TASK-question-key': {
    source: 'issue 16: The mapping',
    text: 'The key of a question covers job, question and place in the timeline, and is never used twice.',
  },
  'TASK-answer-once': {
    source: 'issue 16: The mapping',
    text: 'An answer is sent once; a second, late or foreign one is acknowledged and nothing is sent.',
  },
  'TASK-answer-form': {
    source: 'issue 16: Bad input',
    text: 'A form with what is not offered is refused with its member named, and nothing is sent.',
  },
  'TASK-declined': {
    source: 'issue 16: The mapping',
    text: 'After a no of the person the task works again, its message naming answer_job.',
  },
  'TASK-many-questions': {
    source: 'issue 16: The mapping',
    text: 'However many tasks ask at once, sixteen forms of them are open and 32 MiB of them are kept.',
  },
  'TASK-lost': {
    source: 'issue 16: Bad input',
    text: 'An answer or cancellation that may be lost is told as that, with the tool and id that show it, by the bridge and the endpoint alike.',
  },
  'TASK-result': {
    source: 'issue 16: The mapping',
    text: 'The result of a task is that of the tool, labelled, complete, and an error where the job or command failed.',
  },
  'TASK-cancel': {
    source: 'issue 16: The mapping',
    text: 'A cancellation is confirmed as a call of cancel_job; a command goes on, acknowledged.',
  },
  'TASK-filters': {
    source: 'issue 16: Deliver 1',
    text: 'Filters hold for what a task does as for calls.',
  },
  'TASK-restart': {
    source: 'issue 16: Purpose',
    text: 'A handle stays valid when the bridge is started again.',
  },
  'TASK-turns': {
    source: 'issue 16: Deliver 1',
    text: 'All looking of one bridge stays at two requests a second, by pages of jobs where that is cheaper.',
    everyMs: 500,
  },
  'TASK-at-once': {
    source: 'issue 16: Deliver 1',
    text: 'tasks/get gives at once what is known and never waits for its turn.',
  },
  'TASK-listen': {
    source: 'issue 16: The mapping',
    text: 'Who listens with the id of a task gets each change of it.',
  },
  'TASK-older': {
    source: 'issue 16: Deliver 3',
    text: 'An assistant of 2025-11-25 with tasks of its own may call a tool that waits as one; its person is asked by a request.',
  },
  'TASK-older-result': {
    source: '2025-11-25: Tasks',
    text: 'A result that is there already is a task that has ended; a failed tool is a failed task, cancelled is cancelled at once.',
  },
  'TASK-passed-on': {
    source: 'issue 16: Deliver 1',
    text: 'Where the endpoint has tasks itself, the bridge passes its handles on, with the filters and the confirmation of a call.',
  },
  'TASK-hosted': {
    source: 'issue 16: Deliver 2',
    text: 'The hosted endpoint gives a handle in the place of a result on its way, to who declares tasks with the call, and to no other.',
  },
  'TASK-hosted-id': {
    source: 'issue 16: The mapping',
    text: 'Its ids have 128 bits of authentication by a key of the database, made once, and each credential’s are its own: any process resolves them, and to everybody else they are unknown.',
  },
  'TASK-headers': {
    source: 'extension: Streamable HTTP: Routing Headers',
    text: 'Mcp-Name has the id of the task; a request without it or with another one is refused.',
    code: -32020,
  },
  'TASK-ttl': {
    source: 'issue 16: The mapping',
    text: 'ttlMs is null while the work goes on, and from its end on the time that the organisation keeps it.',
  },
  'TASK-audited': {
    source: 'issue 16: Deliver 2',
    text: 'What a task does at the endpoint has the scope, the audit entry and the refusals of the call that does it.',
  },
  'TASK-any-process': {
    source: 'issue 16: Deliver 2',
    text: 'A task goes on in another process, also where the one that made it was killed; a no of the person holds there too.',
  },
  'TASK-hosted-listen': {
    source: 'issue 16: The mapping',
    text: 'Who listens at the endpoint gets each task as tasks/get shows it, on each change, until it ends or the hold is over.',
  },
  'ASK-held-call': {
    source: 'issue 16: Deliver 4',
    text: 'Where a waiting call’s job asks, a client that knows forms and no tasks is asked, the answer sent, and the wait goes on.',
  },
  'ASK-never-again': {
    source: 'issue 16: Deliver 4',
    text: 'A call that comes again with the answer to its job is never made again, also where the answer is too late.',
  },
  'ASK-never': {
    source: 'issue 16: Deliver 4',
    text: 'With --questions never, without answer_job and without forms nobody is asked.',
  },
} as const satisfies Section;
