import { hasToken } from '../analytics/clean-url.ts'
import { pathWithQuery } from '../navigate.ts'
import type { GuardDeps, GuardStep, Navigation } from './context.ts'

/**
 * 3. Starts analytics and LINE's framework if their ids are configured. Neither may stop the visit. A page that was
 * opened by the link of a mail isn't counted until its token is removed from the URL. LINE's login parameters are
 * removed from the URL after LINE's framework has read them.
 */
export const startAnalyticsAndLine: GuardStep = async (to, deps) => {
  const config = deps.config()
  if (config?.tag_manager_id && !hasToken(to.query)) deps.startAnalytics(config.tag_manager_id)
  if (!config?.liff_id) return
  const loading = deps.line.load(config.liff_id).catch(() => {})
  if (!waited.has(deps.line)) {
    waited.add(deps.line)
    await Promise.race([loading, wait(LINE_LOAD_MS)])
  }
  return to.query.has('liffClientId') ? withoutLogin(to) : undefined
}

/** Those that a navigation of this page has waited for. One that hangs must not delay every further one. */
const waited = new WeakSet<GuardDeps['line']>()

/** If LINE's framework takes longer than this, it is available only from a later navigation on. */
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
