import { hasToken } from '../analytics/clean-url.ts'
import type { GuardStep } from './context.ts'

/**
 * 3. Analytics and LINE's framework, where their ids are configured. Neither may stop the visit. A page that was opened by
 * the link of a mail isn't counted before its token has left the address.
 */
export const startAnalyticsAndLine: GuardStep = async (to, deps) => {
  const config = deps.config()
  if (config?.tag_manager_id && !hasToken(to.query)) deps.startAnalytics(config.tag_manager_id)
  if (config?.liff_id) await deps.line.load(config.liff_id).catch(() => {})
  return undefined
}
