import type { Context } from 'hono'
import { type Answer, type Env, withFault } from './faults.ts'
import type { Message } from './ledger-page.ts'
import type { Fault } from './scripts.ts'
import type { Collection, Store } from './store.ts'

const KEPT = 1000

/** The object that a request's body is; null: it is none. */
export function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  } catch {}
  return null
}

interface Wired {
  store: Store
  now(): Date
  wire: Collection<Message>
}

interface Received extends Pick<Message, 'api' | 'id' | 'request'> {
  /** Of the provider, as its rows in the store are named. */
  provider: string
  fault: Fault | undefined
}

/**
 * Answers a call, or fails as its fault says, and keeps what came and went. `refuse` formats a code as the provider does.
 */
export function answerOnWire(
  c: Context<Env>,
  { store, now, wire }: Wired,
  { provider, fault, ...call }: Received,
  run: () => Answer,
  refuse: (code: string) => Answer,
): Promise<Response> {
  const log = (answer: Answer | null): void => {
    const response = answer ? `HTTP ${answer.status}\n${answer.body}` : '（応答なし）'
    const named = fault === undefined ? '' : [fault.kind, fault.detail].filter(Boolean).join(':')
    wire.put(String(store.next(`${provider}.wire`)), { at: now().toISOString(), ...call, response, fault: named })
    wire.trim(KEPT)
  }
  const logged = (answer: Answer): Answer => {
    log(answer)
    return answer
  }
  if (fault !== undefined && /^(timeout|500|drop-before)$/.test(fault.kind)) log(null)
  return withFault(
    c,
    fault,
    () => store.atomic(() => logged(run())),
    (code) => logged(refuse(code)),
  )
}
