import { sql } from 'drizzle-orm'
import { exportJournals } from '../accounting/journal/admin/journals.ts'
import { showAccountingMonth } from '../accounting/ledger/admin/month.ts'
import type { OperatorContext } from '../foundation/admin/index.ts'
import type { JournalSlip } from '../ports/journal-file-port.ts'

/**
 * What differs between the page of each month and its journals, in words: the 売掛金 of both, and each month’s beginning and the end of the one
 * before. `accounts`: what the journals of all months leave in each account. The context writes journals in memory.
 */
export async function findJournalDifferences(ctx: OperatorContext) {
  const { rows } = await ctx.db.execute<{ month: string }>(
    sql`select distinct date_trunc('month', day)::date::text as month from ledger_entry where shop_id = ${ctx.shop_id} order by 1`,
  )
  const wrong: string[] = []
  const accounts: Record<string, number> = {}
  let end = 0
  for (const { month } of rows) {
    const { content } = await exportJournals(ctx, { month, program: 'yayoi', grain: 'order', again: true })
    const parts = []
    for await (const part of content) parts.push(part)
    const slips = JSON.parse(Buffer.concat(parts).toString()) as JournalSlip[]
    let receivable = 0
    for (const { debit, credit } of slips)
      for (const [sign, sides] of [
        [1, debit],
        [-1, credit],
      ] as const)
        for (const { account, amount, is_receivable } of sides) {
          accounts[account] = (accounts[account] ?? 0) + sign * amount
          if (is_receivable) receivable += sign * amount
        }
    const { receivables } = await showAccountingMonth(ctx, { month })
    const sum = (of: 'before' | 'after') => receivables.reduce((all, row) => all + row[of], 0)
    if (sum('after') - sum('before') !== receivable)
      wrong.push(`${month}: ${sum('after') - sum('before')} on the page, ${receivable} in the journals`)
    if (sum('before') !== end) wrong.push(`${month} begins with ${sum('before')}, the month before ended with ${end}`)
    end = sum('after')
  }
  return { wrong, accounts: Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0)) }
}
