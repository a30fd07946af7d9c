import { type IncomingMessage, request as plain } from 'node:http'
import { request as secured } from 'node:https'
import { publicOnlyLookup, refuseInternalAddress } from './outside.ts'

interface OutsideRequest {
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body: string
  /** For the whole answer. */
  timeoutMs: number
  /** Beside the simulators and on a developer's machine: also http, and this machine. */
  local: boolean
  /** Shown to the host, PEM. */
  identity?: { cert: string; key: string }
}

/**
 * Asks a host that an operator entered, over https on the public internet. Follows no redirect. The caller reads the answer's body, or
 * destroys it.
 * @throws for an address inside, and when nothing answers in time
 */
export async function fetchPublicHost({
  url: text,
  method,
  headers,
  body,
  timeoutMs,
  local,
  identity,
}: OutsideRequest) {
  const url = new URL(text)
  if (!local) {
    if (url.protocol !== 'https:') throw new Error('only https')
    refuseInternalAddress(url.hostname)
  }
  const ask = url.protocol === 'https:' ? secured : plain
  const sent = { ...headers, 'content-length': Buffer.byteLength(body) }
  return new Promise<IncomingMessage>((resolve, reject) => {
    // A new connection each time: a kept one would go to an address that was checked earlier.
    const options = { method, headers: sent, agent: false, signal: AbortSignal.timeout(timeoutMs) } as const
    const asked = ask(url, { ...options, ...identity, ...(!local && { lookup: publicOnlyLookup }) }, resolve)
    asked.on('error', reject)
    asked.end(body)
  })
}
