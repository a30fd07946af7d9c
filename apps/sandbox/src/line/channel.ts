/** The shop's credentials at LINE; the values are fictitious and valid only for this sandbox. */
export type LoginChannel = {
  /** Channel id of LINE Login; it signs id tokens with `secret`. */
  id: string
  secret: string
  /** The one LIFF app of that channel. */
  liffId: string
  /** Basic id of the official account linked with the channel. */
  botId: string
  botName: string
}

export function loginChannel(env: Record<string, string | undefined>): LoginChannel {
  const id = env.SANDBOX_LINE_LOGIN_CHANNEL_ID ?? '2000000001'
  return {
    id,
    secret: env.SANDBOX_LINE_LOGIN_CHANNEL_SECRET ?? 'sandbox-line-login-secret-000000',
    liffId: env.SANDBOX_LINE_LIFF_ID ?? `${id}-Tsubakin`,
    botId: env.SANDBOX_LINE_BOT_ID ?? '@000tsbkn',
    botName: env.SANDBOX_LINE_BOT_NAME ?? '椿野',
  }
}
