import { ApiError } from '@kushi/contract/client'
import { openInit, serverTime, signInit } from '@kushi/contract/init-crypto'
import { bareApi } from '../api.ts'
import { clientIdentity } from '../client-identity.ts'
import { environmentStore } from '../state/environment.ts'

async function ask(now: Date) {
  const { client_id, client_key } = clientIdentity()
  const headers = await signInit(client_id, client_key, now)
  const answer = await bareApi('GET /v1/common/init', {}, { headers: { ...headers } })
  return openInit(answer, client_key, headers['x-nonce'])
}

/** Loads the configuration, once. A device whose clock is wrong signs again with the shop's time. */
export async function loadConfig(): Promise<void> {
  if (environmentStore.getState().config) return
  const config = await ask(new Date()).catch((error: unknown) => {
    const now = error instanceof ApiError ? serverTime(error.fields) : null
    if (!now) throw error
    return ask(now)
  })
  environmentStore.setState({ config })
}
