import type { LineLoginSettings } from '@kushi/adapters/line/line-login'
import type { LineLoginCodeSettings } from '@kushi/adapters/line/login-code'
import type { LineMessagingSettings } from '@kushi/adapters/line/messaging'
import type { LineSettings } from '@kushi/shop/context'
import { ConfigError, checkedUrl, type Env, requireVariable } from './env.ts'
import { sandboxDefaults } from './sandbox-rule.ts'

/** LINE is available if there is a LIFF app; its id begins with the channel's id. */
export function readLineConfig(
  env: Env,
  sandbox: string | null,
): { line: LineSettings | null; line_login: LineLoginSettings | null } {
  const liff_id = env.LINE_LIFF_ID || (sandbox ? sandboxDefaults.LINE_LIFF_ID : null)
  if (liff_id === null) return { line: null, line_login: null }
  if (!/^\d+-\w+$/.test(liff_id)) throw new ConfigError('LINE_LIFF_ID must look like 1234567890-AbcdEfgh.')
  const bot_id = env.LINE_BOT_ID || (sandbox ? sandboxDefaults.LINE_BOT_ID : requireVariable(env, 'LINE_BOT_ID'))
  const api = env.LINE_API_URL || (sandbox ? `${sandbox}/sandbox/line/api` : 'https://api.line.me')
  return {
    line: {
      liff_id,
      liff_script_url: env.LIFF_SCRIPT_URL || (sandbox ? '/sandbox/line/sdk.js' : null),
      bot_id,
      friend_url: `${sandbox ? '/sandbox/line/friend' : 'https://line.me/R/ti/p'}/${encodeURIComponent(bot_id)}`,
      account_link_url: `${sandbox ? '/sandbox/line/access' : 'https://access.line.me'}/dialog/bot/accountLink`,
    },
    line_login: {
      base_url: checkedUrl('LINE_API_URL', api),
      channel_id: env.LINE_LOGIN_CHANNEL_ID || liff_id.split('-')[0]!,
    },
  }
}

/** Campaigns lead visitors through LINE Login by redirect, which needs the login channel's secret. */
export function readLineLoginCodeConfig(env: Env, sandbox: string | null): LineLoginCodeSettings | null {
  const login = readLineConfig(env, sandbox).line_login
  const channel_secret = env.LINE_LOGIN_CHANNEL_SECRET || (sandbox ? sandboxDefaults.LINE_LOGIN_CHANNEL_SECRET : null)
  if (login === null || channel_secret === null) return null
  const access = sandbox ? '/sandbox/line/access' : 'https://access.line.me'
  return { ...login, channel_secret, authorize_url: `${access}/oauth2/v2.1/authorize` }
}

/** The Messaging API's channel differs from the login channel, under the same provider. */
export function readLineMessagingConfig(env: Env, sandbox: string | null): LineMessagingSettings | null {
  const channel_access_token =
    env.LINE_CHANNEL_ACCESS_TOKEN || (sandbox ? sandboxDefaults.LINE_CHANNEL_ACCESS_TOKEN : null)
  if (channel_access_token === null) return null
  const base_url = checkedUrl('LINE_MESSAGING_URL', env.LINE_MESSAGING_URL || sandbox || 'https://api.line.me')
  if (new URL(base_url).pathname !== '/') throw new ConfigError('LINE_MESSAGING_URL must be an origin, without a path.')
  const channel_secret =
    env.LINE_CHANNEL_SECRET ||
    (sandbox ? sandboxDefaults.LINE_CHANNEL_SECRET : requireVariable(env, 'LINE_CHANNEL_SECRET'))
  return { base_url, channel_access_token, channel_secret }
}
