import { type Contract, contract } from '@kushi/contract/contract'
import type { EndpointPart, InputOf, OutputOf } from '@kushi/contract/endpoint'

/** A body as the server passes it to a handler: checked and cleaned by its contract. */
export function parseCallBody<K extends keyof Contract>(key: K, body: InputOf<EndpointPart<Contract[K], 'body'>>) {
  const { body: schema } = contract[key] as unknown as { body: { parse(given: unknown): unknown } }
  return schema.parse(body) as OutputOf<EndpointPart<Contract[K], 'body'>>
}
