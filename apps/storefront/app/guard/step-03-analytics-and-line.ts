import { hasToken } from '../analytics/clean-url.ts'
import { pathWithQuery } from '../navigate.ts'
import type { GuardStep, Navigation } from './context.ts'

/**
 * 3. Analytics and LINE's framework, where their ids are configured. Neither may stop the visit. A page that was opened by
 * the link of a mail isn't counted before its token has left the address. What LINE's login put there goes once it was read.
 */
export const startAnalyticsAndLine: GuardStep = async (to, deps) => {
  const config = deps.config()
  if (config?.tag_manager_id && !hasToken(to.query)) deps.startAnalytics(config.tag_manager_id)
  if (!config?.liff_id) return
  await Promise.race([deps.line.load(config.liff_id).catch(() => {}), wait(LINE_LOAD_MS)])
  return to.query.has('liffClientId') ? withoutLogin(to) : undefined
}

/** LINE's framework that answers later than this is there from a later navigation on. */
export const LINE_LOAD_MS = 8000
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const ofLogin = [
  'code',
  'state',
  'liffClientId',
  'liffRedirectUri',
  'friendship_status_changed',
  'error',
  'error_description',
]

function withoutLogin({ pathname, query }: Navigation): string {
  const kept = new URLSearchParams(query)
  for (const name of ofLogin) kept.delete(name)
  return pathWithQuery({ pathname, query: kept })
}
