import { createHash } from 'node:crypto'
import type { Queryable } from '@kushi/db/connect'
import { journal_account, journal_export, journal_tax_word, ledger_entry } from '@kushi/db/schema/ledger'
import { orders } from '@kushi/db/schema/order'
import { refersTo } from '@kushi/db/shop-scope'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { JOURNAL_PROGRAM_NAME, type JournalProgram } from '@kushi/values/journal'
import { paymentMethodName } from '@kushi/values/payment-method'
import { SETTLEMENT_PROVIDER_NAME } from '@kushi/values/settlement'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { AdminVerb } from '../../../foundation/admin/index.ts'
import { record } from '../../../foundation/audit/index.ts'
import type { JournalSide, JournalSlip } from '../../../ports/journal-file-port.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import { closedMonths, monthAfter } from '../../ledger/index.ts'
import { STANDARD_ACCOUNTS, standardWord, taxOf } from '../rules/accounts.ts'
import { type JournalInput, type Slip, type SlipPart, slipSums, total } from '../rules/slips.ts'

/** Rows of the ledger at once. */
const PAGE = 5_000

/**
 * 仕訳ファイル of a month, kept as it is given out. A second one for the same program has to be asked for, because a program
 * that imports both books the month twice.
 * @throws ShopError 409 ERROR_JOURNALS_TAKEN; 404 for a month without entries
 */
export const exportJournals: AdminVerb<'POST /admin/v1/accounting/months/{month}/journals'> = async (
  ctx,
  { month, program, grain, again },
) => {
  const { db, shop_id } = ctx
  const taken = and(
    eq(journal_export.shop_id, shop_id),
    eq(journal_export.month, month),
    eq(journal_export.program, program),
  )
  if (!again && (await db.$count(journal_export, taken)) > 0)
    throw new ShopError(
      409,
      'ERROR_JOURNALS_TAKEN',
      'この月の仕訳ファイルは、すでに作成しています。会計ソフトに二重に取り込まないよう、ご確認ください。',
    )
  const words = await loadWords(db, shop_id)
  const sums = slipSums(grain)
  for await (const row of ledgerOf(db, shop_id, month)) sums.add(row)
  const slips = sums.slips().map((slip, n) => filledIn(slip, n + 1, program, words))
  if (slips.length === 0) throw new ShopError(404, 'ERROR_NOT_FOUND', 'この月には、仕訳になる売上がまだありません。')
  const file = Buffer.from(ctx.ports.journal_file.write(program, slips))
  const debit = slips.reduce((sum, slip) => sum + total(slip.debit), 0)
  const is_final = (await closedMonths(db, shop_id)).has(month)
  await db.transaction(async (tx) => {
    await tx.insert(journal_export).values({
      shop_id,
      month,
      program,
      grain,
      slips: slips.length,
      debit,
      sha256: createHash('sha256').update(file).digest('hex'),
      file,
      is_final,
      ...ctx.actor,
      created_at: ctx.clock.now(),
    })
    await record(tx, ctx, {
      subject: 'journal_export',
      subject_id: month.slice(0, 7),
      subject_name: `${month.slice(0, 7)}の仕訳(${JOURNAL_PROGRAM_NAME[program]})`,
      after: { journal_program: program, grain, slips: slips.length, debit },
    })
  })
  return once(nameOf(month, program), file)
}

/** The same bytes once more. @throws ShopError 404 */
export const downloadJournals: AdminVerb<'POST /admin/v1/accounting/journals/file'> = async (ctx, { id }) => {
  const [row] = await ctx.db
    .select()
    .from(journal_export)
    .where(and(eq(journal_export.shop_id, ctx.shop_id), eq(journal_export.id, id)))
  if (!row) throw notFound()
  return once(nameOf(row.month, row.program as JournalProgram), row.file)
}

const nameOf = (month: CalendarDate, program: JournalProgram) => `shiwake-${program}-${month.slice(0, 7)}.csv`

function once(file_name: string, file: Uint8Array) {
  async function* content() {
    yield file
  }
  return { file_name, content: content() }
}

/** The rows of a month, page by page. */
async function* ledgerOf(db: Queryable, shop_id: number, month: CalendarDate): AsyncGenerator<JournalInput> {
  for (let last = 0; ; ) {
    const page = await db
      .select({
        id: ledger_entry.id,
        day: ledger_entry.day,
        order_id: ledger_entry.order_id,
        order_no: orders.order_no,
        kind: ledger_entry.kind,
        tax_rate: ledger_entry.tax_rate,
        amount: ledger_entry.amount,
        tax: ledger_entry.tax,
        payment_method_id: ledger_entry.payment_method_id,
        provider: ledger_entry.provider,
      })
      .from(ledger_entry)
      .leftJoin(orders, refersTo(ledger_entry.order_id, orders))
      .where(
        and(
          eq(ledger_entry.shop_id, shop_id),
          gt(ledger_entry.id, last),
          sql`${ledger_entry.day} between ${month}::date and ${addDays(monthAfter(month), -1)}::date`,
        ),
      )
      .orderBy(asc(ledger_entry.id))
      .limit(PAGE)
    yield* page
    if (page.length < PAGE) return
    last = page.at(-1)!.id
  }
}

type Words = Awaited<ReturnType<typeof loadWords>>

export async function loadWords(db: Queryable, shop_id: number) {
  const [accounts, tax_words] = await Promise.all([
    db.select().from(journal_account).where(eq(journal_account.shop_id, shop_id)),
    db.select().from(journal_tax_word).where(eq(journal_tax_word.shop_id, shop_id)),
  ])
  return { accounts, tax_words }
}

/** The account of a part, for this way to pay if it has its own. 0 stands for cash on delivery. */
function accountOf({ accounts }: Words, part: SlipPart['part'], payment_method_id: number | null) {
  const own = accounts.filter((one) => one.part === part)
  const found =
    own.find((one) => one.payment_method_id === (payment_method_id ?? 0)) ??
    own.find((one) => one.payment_method_id === null)
  if (found) return found
  const sub_account = part === 'receivable' ? paymentMethodName(payment_method_id) : ''
  return { account: STANDARD_ACCOUNTS[part], sub_account, department: '', code: '', sub_code: '' }
}

function wordOf({ tax_words }: Words, program: JournalProgram, { part, tax_rate }: SlipPart): string {
  const own = taxOf[part]
  const tax = tax_rate === null && own !== 'exempt' ? 'none' : own
  const rate = tax === 'none' ? null : tax_rate
  const found = tax_words.find((one) => one.program === program && one.part === tax && one.tax_rate === rate)
  return found?.word ?? standardWord(program, tax, tax_rate)
}

function filledIn(
  { day, payment_method_id, provider, order_no, debit, credit }: Slip,
  no: number,
  program: JournalProgram,
  words: Words,
): JournalSlip {
  const side = (part: SlipPart): JournalSide => {
    const { account, sub_account, department, code, sub_code } = accountOf(words, part.part, payment_method_id)
    return {
      is_bank: part.part === 'bank',
      account,
      sub_account,
      department,
      code,
      sub_code,
      tax_word: wordOf(words, program, part),
      tax_rate: part.tax_rate as 8 | 10 | null,
      amount: part.amount,
      tax: part.tax,
    }
  }
  const method = provider ? SETTLEMENT_PROVIDER_NAME[provider] : paymentMethodName(payment_method_id)
  return {
    no,
    day,
    is_payout: provider !== null,
    partner: method,
    memo: order_no ? `${order_no} ${method}` : `${day} の${provider ? '入金' : '売上'} ${method}`,
    debit: debit.map(side),
    credit: credit.map(side),
  }
}
