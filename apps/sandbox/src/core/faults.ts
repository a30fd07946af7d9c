import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Fault } from './scripts.ts'

export type Env = { Bindings: HttpBindings }

/** A provider's response before it is sent. */
export type Answer = { status?: number; type: string; body: Uint8Array | string }

function send(answer: Answer): Response {
  const body = typeof answer.body === 'string' ? answer.body : new Uint8Array(answer.body)
  return new Response(body, { status: answer.status ?? 200, headers: { 'Content-Type': answer.type } })
}

function cut(c: Context<Env>): Response {
  c.env.outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}

function half(body: Uint8Array | string): Uint8Array {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return bytes.slice(0, Math.floor(bytes.length / 2))
}

/** Runs `run`, or fails as `fault` says. `refuse` formats an `error:<code>` as the provider does. */
export async function withFault(
  c: Context<Env>,
  fault: Fault | undefined,
  run: () => Answer | Promise<Answer>,
  refuse: (code: string) => Answer,
): Promise<Response> {
  switch (fault?.kind) {
    case undefined:
      return send(await run())
    case 'delay':
      await sleep(Number(fault?.detail))
      return send(await run())
    case 'error':
      return send(refuse(fault?.detail ?? ''))
    case '500':
      return send({ status: 500, type: 'text/html', body: '<html><body><h1>Internal Server Error</h1></body></html>' })
    case 'drop-before':
      return cut(c)
    case 'drop-after':
      await run()
      return cut(c)
    case 'truncate': {
      const answer = await run()
      return send({ ...answer, body: half(answer.body) })
    }
    // The connection stays open and silent until the caller times out.
    case 'timeout-after':
      await run()
      return RESPONSE_ALREADY_SENT
    default:
      return RESPONSE_ALREADY_SENT
  }
}
