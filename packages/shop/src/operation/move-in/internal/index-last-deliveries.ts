import type { TemporaryGroups } from '@kushi/db/scratch'
import type { KnownRecords } from '../rules/known-records.ts'
import type { RowReader } from '../rules/row-reader.ts'
import { type BufferedRow, type MoveInFile, readMoveInFile, rowReaderFor } from './read-file.ts'

/** Groups read at once. */
const PART = 500

/** Finds the last delivery of each subscription among the orders, before the first subscription is judged. */
export async function indexLastDeliveries(
  files: readonly MoveInFile[],
  { last_ordered }: KnownRecords,
  groups: TemporaryGroups<BufferedRow>,
): Promise<void> {
  for (const file of files) {
    groups.clear()
    await readMoveInFile('orders', file, groups)
    for (const part of groups.parts(PART)) for (const { key, rows } of part) note(key, rowReaderFor(rows[0]!))
  }

  function note(order_no: string, reader: RowReader): void {
    const subscription_no = reader.text('定期番号')
    const cycle = Number(reader.text('回数'))
    if (subscription_no === '' || !(cycle > 0)) return
    // After a cancelled order, its delivery is still to come.
    if (/キャンセル|取消|取り消し|cancel/i.test(reader.text('状態'))) return
    const before = last_ordered.get(subscription_no)
    if (!before || before.cycle < cycle)
      last_ordered.set(subscription_no, { cycle, order_no, delivery_date: reader.date('お届け日') })
  }
}
