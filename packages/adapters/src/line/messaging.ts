import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LineMessagingPort } from '@kushi/shop/ports/line-messaging-port'
import { HTTPFetchError, LineBotClient, type messagingApi } from '@line/bot-sdk'

export interface LineMessagingSettings {
  /** `https://api.line.me`: an origin without a path, because LINE's package accepts nothing else. */
  base_url: string
  channel_access_token: string
  /** Signs webhooks. */
  channel_secret: string
}

const TIMEOUT_MS = 10_000

/** LINE Messaging API, using LINE's own package. */
export function lineMessaging(settings: LineMessagingSettings): LineMessagingPort {
  const client = LineBotClient.fromChannelAccessToken({
    channelAccessToken: settings.channel_access_token,
    apiBaseURL: settings.base_url,
  })
  return {
    async isReachable(line_user_id) {
      const profile = await inTime(client.getProfile(line_user_id).catch(unless(404)))
      return profile !== undefined
    },
    async push(line_user_id, message, retry_key) {
      const messages = [message as messagingApi.FlexMessage]
      // 409: LINE accepted it at an earlier attempt whose response was lost.
      await inTime(client.pushMessage({ to: line_user_id, messages }, retry_key).catch(unless(409)))
    },
    isSigned(body, signature) {
      const expected = createHmac('sha256', settings.channel_secret).update(body).digest()
      const given = Buffer.from(signature, 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

/** Turns an error with this status into undefined. Other errors are thrown without the sent content. */
const unless = (status: number) => (error: unknown) => {
  if (!(error instanceof HTTPFetchError)) throw error
  if (error.status === status) return undefined
  throw new Error(`LINE Messaging API: HTTP ${error.status} ${error.body.slice(0, 200)}`)
}

/** Adds a timeout, because the package has none. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const stop = new AbortController()
  const late = sleep(TIMEOUT_MS, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`LINE Messaging API: no answer in ${TIMEOUT_MS} ms`)
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    stop.abort()
  }
}

const absent = () => Promise.reject(new Error('No LINE messaging channel is configured'))

/** For an installation without an official account. */
export const noLineMessaging: LineMessagingPort = { isReachable: absent, push: absent, isSigned: () => false }
