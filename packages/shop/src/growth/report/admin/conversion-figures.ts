import { addDays } from '@kushi/values/calendar-date'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { listAdGroups } from '../../../people/line/index.ts'
import { countConversions } from '../../conversion/index.ts'
import { loadReport } from './show-report.ts'

const PERIODS = [7, 30]

/**
 * Returns the events sent to each 送信先 in the last days, today included, with the first orders of its 広告グループ and the
 * medium's own counts, as in the report 広告.
 */
export const listConversionFigures: AdminHandler<'GET /admin/v1/setting/conversion-figures'> = async (ctx) => ({
  items: (await Promise.all(PERIODS.map((days) => figuresOf(ctx, days)))).flat(),
  groups: await listAdGroups(ctx),
})

async function figuresOf(ctx: OperatorContext, days: number) {
  const to = ctx.clock.today()
  const from = addDays(to, 1 - days)
  const counted = await countConversions(ctx, { from, to })
  const { heads, rows } = counted.some(({ ad_group }) => ad_group !== '')
    ? await loadReport(ctx, 'ads', { from, to, by: 'ad_group' })
    : { heads: [], rows: [] }
  const cell = (group: string, head: string) => {
    const row = rows.find(({ key }) => key === group)
    return row?.cells[heads.findIndex(({ key }) => key === head)]?.value ?? null
  }
  return counted.map(({ ad_group, ...counts }) => ({
    ...counts,
    days,
    from,
    to,
    orders: ad_group === '' ? null : (cell(ad_group, 'orders') ?? 0),
    reported: ad_group === '' ? null : cell(ad_group, 'reported'),
  }))
}
