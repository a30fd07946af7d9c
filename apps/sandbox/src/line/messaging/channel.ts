/** The shop's credentials for the Messaging API; fictitious and valid only for this sandbox. */
export type BotChannel = {
  accessToken: string
  /** Signs webhooks. */
  secret: string
  /** User id of the official account itself, `destination` of webhooks. */
  userId: string
}

export const botChannel = (env: Record<string, string | undefined>): BotChannel => ({
  accessToken: env.SANDBOX_LINE_CHANNEL_ACCESS_TOKEN ?? 'sandbox-line-channel-access-token',
  secret: env.SANDBOX_LINE_CHANNEL_SECRET ?? 'sandbox-line-channel-secret-0000',
  userId: `U${'0'.repeat(32)}`,
})
