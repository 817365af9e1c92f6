import { onTestFinished } from 'vitest';
import { seal } from '../../../src/sealing/sealed-box.ts';
import {
  type ScriptedResponse,
  type ScriptedService,
  type SeenRequest,
  startScriptedService,
} from '../scripted-service.ts';
import { openWorkspace, type SecretWorkspace } from './secret-workspace.ts';

/** What the n-th claim is answered; the last answer stays. Bytes are a value that is sealed first. */
export type ClaimAnswer = string | Uint8Array | object;

export interface SealingService extends SecretWorkspace {
  readonly service: ScriptedService;
  /** The bodies of the requests for a secret. */
  asked(): readonly { readonly name: string; readonly recipient_key: string; force?: boolean }[];
  claims(): number;
}

interface Script {
  readonly claims: readonly ClaimAnswer[];
  /** The public key of a request that was made before; else that of the last one. */
  readonly recipient?: string;
  /** Answers everything that is neither a request for a secret nor a claim. */
  readonly others?: (request: SeenRequest) => ScriptedResponse | undefined;
  /** Answers any request in place of all that follows here, where it gives something. */
  readonly first?: (request: SeenRequest) => ScriptedResponse | undefined;
  /** Instead of 202; undefined never answers. */
  readonly asking?: (
    request: SeenRequest,
  ) => ScriptedResponse | undefined | Promise<ScriptedResponse>;
}

/** A service whose machine answers as the test says, with any value, and a workspace for it. */
export async function openSealingService({
  asking,
  claims,
  first,
  others,
  recipient: earlier = '',
}: Script): Promise<SealingService> {
  let claimed = 0;
  let recipient = earlier;
  const asked = (request: SeenRequest) => request.path.endsWith('/secrets');
  const service = await startScriptedService({
    tools: [],
    answer(request) {
      const before = first?.(request);
      if (before !== undefined) return before;
      if (asked(request)) {
        recipient = JSON.parse(request.body).recipient_key;
        if (asking !== undefined) return asking(request);
        const body = { command_id: 'cmd_1', machine: 'mac_1', expires_in_seconds: 600 };
        return { status: 202, body };
      }
      if (!request.path.endsWith('/claim')) {
        return others?.(request) ?? { body: request.path.endsWith('/me') ? { key_name: 'k' } : {} };
      }
      const answer = claims[Math.min(claimed, claims.length - 1)] ?? 'pending';
      claimed += 1;
      return claimAnswer(answer, recipient);
    },
  });
  onTestFinished(() => service.stop());
  const workspace = await openWorkspace({ baseUrl: service.baseUrl, key: 'key-1' });
  return {
    ...workspace,
    service,
    asked: () => service.requests.filter(asked).map(({ body }) => JSON.parse(body)),
    claims: () => claimed,
  };
}

function claimAnswer(answer: ClaimAnswer, recipient: string): ScriptedResponse {
  if (answer instanceof Uint8Array) {
    const box = seal(new Uint8Array(Buffer.from(recipient, 'base64url')), answer);
    return { body: { state: 'sealed', sealed: Buffer.from(box).toString('base64url') } };
  }
  if (typeof answer === 'object') return { body: answer };
  return { status: answer === 'pending' ? 202 : 200, body: { state: answer } };
}
