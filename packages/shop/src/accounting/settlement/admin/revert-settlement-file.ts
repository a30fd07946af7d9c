import type { Queryable } from '@kushi/db/connect'
import { ledger_entry } from '@kushi/db/schema/ledger'
import { settlement_file, settlement_layout, settlement_line } from '@kushi/db/schema/settlement'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { formatYearMonth } from '@kushi/values/date-format'
import { MONEY_KINDS } from '@kushi/values/ledger'
import { SETTLEMENT_FILE_STATE_NAME } from '@kushi/values/settlement'
import { and, eq, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { headsFingerprint } from '../../../foundation/csv/index.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { firstDayOfNextMonth, loadClosedMonths, lockLedgerShared } from '../../ledger/index.ts'
import { type SettlementFileRow, settlementFileColumns, settlementFileContent } from '../internal/file-work.ts'
import { openSettlementFile } from '../internal/read-settlement.ts'
import { settlementFileCausePrefix } from '../rules/booked-line.ts'
import {
  loadSettlementFile,
  settlementFileAuditSubject,
  settlementFileCondition,
  startSettlementProcessing,
} from './files.ts'

const wrongState = (message: string) => new ShopError(409, 'ERROR_SETTLEMENT_STATE', message)

function expectDone({ state }: Pick<SettlementFileRow, 'state'>): void {
  if (state !== 'done') throw wrongState('このファイルは、取り消せる状態ではありません。画面を読み込み直してください。')
}

/**
 * 取り込みの取り消し: takes a processed settlement file back, once. Rows that correct its bookings are written, and its payments
 * wait for their money again. The columns that were remembered from it are forgotten. The file and its lines stay, and
 * the same file can be uploaded again.
 * @throws ShopError 404; 409 for a file that is not taken in, or that booked in a month that is closed
 */
export const revertSettlementFile: AdminHandler<'POST /admin/v1/settlement/files/{id}/take-back'> = async (
  ctx,
  { id, decision_reason },
) => {
  const { head_sign, bytes } = await readHeads(ctx, id)
  await ctx.db.transaction(async (tx) => {
    // No month is closed until the file is in a state for which 締め waits.
    await lockLedgerShared(tx, ctx)
    const [file] = await tx
      .select(settlementFileColumns)
      .from(settlement_file)
      .where(settlementFileCondition(ctx, id))
      .for('update')
    if (!file) throw notFound()
    expectDone(file)
    const closed = await closedMonthOf(tx, file)
    if (closed)
      throw wrongState(`${formatYearMonth(closed)}は締めてあります。「経理」で締めを取り消してから、お試しください。`)
    // The columns that were assigned to files with these heads: the next one asks again.
    await tx
      .delete(settlement_layout)
      .where(and(eq(settlement_layout.shop_id, ctx.shop_id), eq(settlement_layout.head_sign, head_sign)))
    await tx
      .update(settlement_file)
      .set({ state: 'taking_back', claimed_until: null })
      .where(settlementFileCondition(ctx, id))
    await recordAudit(tx, ctx, {
      ...settlementFileAuditSubject(file),
      before: { state: SETTLEMENT_FILE_STATE_NAME.done },
      after: { state: SETTLEMENT_FILE_STATE_NAME.taken_back, rows: file.row_count, decision_reason },
    })
  })
  startSettlementProcessing(ctx, bytes)
  return loadSettlementFile(ctx, id)
}

/** The first closed month in which the file booked something. Nothing is booked before its day. */
async function closedMonthOf(tx: Queryable, { shop_id, id }: SettlementFileRow): Promise<CalendarDate | undefined> {
  const last = [...(await loadClosedMonths(tx, shop_id))].sort().at(-1)
  if (last === undefined) return undefined
  const { rows } = await tx.execute<{ month: CalendarDate | null }>(sql`
    select date_trunc('month', min(l.day))::date::text as month from ${ledger_entry} l
    where l.shop_id = ${shop_id} and l.kind = any(${sql.param([...MONEY_KINDS])}::text[]) and starts_with(l.cause, ${settlementFileCausePrefix(id)}::text)
      and l.day < ${firstDayOfNextMonth(last)}::date and l.day >= (select min(paid_on) from ${settlement_line}
        where shop_id = ${shop_id} and settlement_file_id = ${id})`)
  return rows[0]?.month ?? undefined
}

/** @throws ShopError 404, 409 */
async function readHeads(ctx: OperatorContext, id: number): Promise<{ head_sign: string; bytes: number }> {
  const [file] = await ctx.db
    .select({
      state: settlement_file.state,
      columns: settlement_file.columns,
      bytes: sql<number>`octet_length(${settlement_file.content})`,
    })
    .from(settlement_file)
    .where(settlementFileCondition(ctx, id))
  if (!file) throw notFound()
  expectDone(file)
  const own = Object.values(file.columns ?? {}).flat()
  const open = settlementFileContent(ctx.db, { shop_id: ctx.shop_id, id })
  const { heads } = await openSettlementFile(open, (found) => own.every((head) => found.includes(head)))
  return { head_sign: headsFingerprint(heads), bytes: file.bytes }
}
