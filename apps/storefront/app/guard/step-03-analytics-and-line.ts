import type { GuardStep } from './context.ts'

/** 3. Analytics and LINE's framework, where their ids are configured. Neither may stop the visit. */
export const startAnalyticsAndLine: GuardStep = async (_to, deps) => {
  const config = deps.config()
  if (config?.tag_manager_id) deps.startAnalytics(config.tag_manager_id)
  if (config?.liff_id) await deps.line.load(config.liff_id).catch(() => {})
  return undefined
}
