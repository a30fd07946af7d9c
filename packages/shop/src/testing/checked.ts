import { type Contract, contract } from '@kushi/contract/contract'
import type { EndpointPart, In, Out } from '@kushi/contract/endpoint'

/** A body as the server passes it to a handler: checked and cleaned by its contract. */
export function checked<K extends keyof Contract>(key: K, body: In<EndpointPart<Contract[K], 'body'>>) {
  const { body: schema } = contract[key] as unknown as { body: { parse(given: unknown): unknown } }
  return schema.parse(body) as Out<EndpointPart<Contract[K], 'body'>>
}
