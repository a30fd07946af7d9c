import { type AdminHandler, canSeePersonalData, maskName } from '../../../foundation/admin/index.ts'
import { loadReferrers } from '../internal/introducers.ts'

const MOST = 500

/** お友だち紹介: lists the members who introduced friends, and how many. The friends are not named. */
export const listIntroducers: AdminHandler<'GET /admin/v1/introducers'> = async (ctx) => {
  const rows = await loadReferrers(ctx, { limit: MOST + 1 })
  const isOpen = canSeePersonalData(ctx)
  return {
    items: rows.slice(0, MOST).map(({ name01, name02, last_at, ...row }) => {
      const name = `${name01} ${name02}`.trim()
      return { ...row, name: isOpen ? name : maskName(name), last_at: last_at.toISOString() }
    }),
    is_cut: rows.length > MOST,
  }
}
