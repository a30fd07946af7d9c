import { createHash } from 'node:crypto'
import type { Queryable, Tx } from '@kushi/db/connect'
import { readQueryPages } from '@kushi/db/cursor'
import {
  journal_account,
  journal_export,
  journal_export_part,
  journal_tax_word,
  ledger_entry,
} from '@kushi/db/schema/ledger'
import { orders } from '@kushi/db/schema/order'
import { refersToCondition, sameRowCondition } from '@kushi/db/shop-scope'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { JOURNAL_PROGRAM_NAME, type JournalGrain, type JournalProgram } from '@kushi/values/journal'
import { MONEY_KINDS } from '@kushi/values/ledger'
import { paymentMethodName } from '@kushi/values/payment-method'
import { SETTLEMENT_PROVIDER_NAME } from '@kushi/values/settlement'
import type { Yen } from '@kushi/values/yen'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import {
  type JournalSide,
  type JournalSlip,
  type JournalWriter,
  UnencodableTextError,
} from '../../../ports/journal-file-port.ts'
import { notFound, refusedField, ShopError } from '../../../shop-error.ts'
import { firstDayOfNextMonth, loadClosedMonths } from '../../ledger/index.ts'
import { journalTaxByPart, STANDARD_ACCOUNTS, standardTaxCategory } from '../rules/accounts.ts'
import {
  draftJournalSlip,
  type JournalSlipDraft,
  type JournalSlipLine,
  journalSlipKey,
  type SummedLedgerRow,
  sumAmounts,
} from '../rules/slips.ts'

/** Slips that are written at once. */
const BLOCK = 1_000

/**
 * 仕訳ファイル of a month, kept as it is given out. A second one for the same program has to be asked for, because a program
 * that imports both books the month twice. The ledger is read and the file written piece by piece, from one snapshot.
 * @throws ShopError 409 ERROR_JOURNALS_TAKEN; 404 for a month without entries; 422 for accounts without a code, for a
 * program of codes
 */
export const exportJournals: AdminHandler<'POST /admin/v1/accounting/months/{month}/journals'> = async (
  ctx,
  { month, program, grain, again },
) => {
  const { db, shop_id } = ctx
  const taken = and(
    eq(journal_export.shop_id, shop_id),
    eq(journal_export.month, month),
    eq(journal_export.program, program),
  )
  const words = await loadJournalSettings(db, shop_id)
  const writer = ctx.ports.journal_file.writerFor(program)
  const made = db.transaction(async (tx) => {
    // Serialises the exports of a shop, so that a later one sees the files of the earlier ones.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('journals'), ${shop_id}::int)`)
    if (!again && (await tx.$count(journal_export, taken)) > 0)
      throw new ShopError(
        409,
        'ERROR_JOURNALS_TAKEN',
        'この月の仕訳ファイルは、すでに作成しています。会計ソフトに二重に取り込まないよう、ご確認ください。',
      )
    const is_final = (await loadClosedMonths(tx, shop_id)).has(month)
    const [row] = await tx
      .insert(journal_export)
      .values({
        shop_id,
        month,
        program,
        grain,
        is_final,
        slips: 0,
        debit: 0,
        sha256: '',
        ...ctx.actor,
        created_at: ctx.clock.now(),
      })
      .returning({ shop_id: journal_export.shop_id, id: journal_export.id })
    const all = slipsOf(tx, { shop_id, month, program, grain, words })
    const made = await writeParts(tx, row!, writer, program === 'obc' ? withCodes(all) : all)
    await tx.update(journal_export).set(made).where(sameRowCondition(journal_export, row!))
    const { slips, debit } = made
    await recordAudit(tx, ctx, {
      subject: 'journal_export',
      subject_id: month.slice(0, 7),
      subject_name: `${month.slice(0, 7)}の仕訳(${JOURNAL_PROGRAM_NAME[program]})`,
      after: { journal_program: program, grain, slips, debit },
    })
    return row!.id
  })
  const id = await made.catch(refuseText)
  return { file_name: nameOf(month, program), content: partsOf(ctx, id) }
}

/**
 * Turns an unencodable text of the settings into an error for the operator; throws other errors unchanged.
 * @throws ShopError 422
 */
function refuseText(error: unknown): never {
  if (!(error instanceof UnencodableTextError)) throw error
  const message = `「${error.text}」の「${error.sign}」は、この会計ソフトのファイルに書けない文字です。「勘定科目の設定」で変えてください。`
  throw refusedField('program', message)
}

/** @throws ShopError 422 at the end for the accounts that have no code, by their names */
async function* withCodes(slips: AsyncIterable<JournalSlip>): AsyncGenerator<JournalSlip> {
  const missing = new Set<string>()
  for await (const slip of slips) {
    for (const { account, sub_account, code } of [...slip.debit, ...slip.credit])
      if (code === '') missing.add(sub_account === '' ? account : `${account}(${sub_account})`)
    yield slip
  }
  if (missing.size === 0) return
  const names = [...missing].sort().join('、')
  const message = `科目をコードで取り込む会計ソフトです。「勘定科目の設定」で、次の科目のコードを入力してください: ${names}`
  throw refusedField('program', message)
}

/** Returns a 仕訳ファイル that was created before, byte for byte. @throws ShopError 404 */
export const downloadJournals: AdminHandler<'POST /admin/v1/accounting/journals/file'> = async (ctx, { id }) => {
  const { shop_id } = ctx
  const [row] = await ctx.db
    .select({ month: journal_export.month, program: journal_export.program })
    .from(journal_export)
    .where(sameRowCondition(journal_export, { shop_id, id }))
  if (!row) throw notFound()
  return { file_name: nameOf(row.month, row.program as JournalProgram), content: partsOf(ctx, id) }
}

const nameOf = (month: CalendarDate, program: JournalProgram) => `shiwake-${program}-${month.slice(0, 7)}.csv`

async function* partsOf({ db, shop_id }: Pick<OperatorContext, 'db' | 'shop_id'>, journal_export_id: number) {
  for (let no = 0; ; no++) {
    const [part] = await db
      .select({ content: journal_export_part.content })
      .from(journal_export_part)
      .where(
        and(
          eq(journal_export_part.shop_id, shop_id),
          eq(journal_export_part.journal_export_id, journal_export_id),
          eq(journal_export_part.no, no),
        ),
      )
    if (!part) return
    yield new Uint8Array(part.content)
  }
}

/** @throws ShopError 404 if there are no slips */
async function writeParts(
  tx: Tx,
  { shop_id, id: journal_export_id }: { shop_id: number; id: number },
  { head, write }: JournalWriter,
  slips: AsyncIterable<JournalSlip>,
): Promise<{ slips: number; debit: Yen; sha256: string }> {
  const hash = createHash('sha256')
  let [no, written, debit] = [0, 0, 0]
  let block: JournalSlip[] = []
  const put = async (content: Uint8Array) => {
    hash.update(content)
    await tx.insert(journal_export_part).values({ shop_id, journal_export_id, no: no++, content: Buffer.from(content) })
  }
  const flush = async () => {
    await put(write(block))
    written += block.length
    block = []
  }
  await put(head)
  for await (const slip of slips) {
    debit += sumAmounts(slip.debit)
    block.push(slip)
    if (block.length === BLOCK) await flush()
  }
  if (block.length > 0) await flush()
  if (written === 0) throw new ShopError(404, 'ERROR_NOT_FOUND', 'この月には、仕訳になる売上がまだありません。')
  return { slips: written, debit, sha256: hash.digest('hex') }
}

interface WantedSlips {
  shop_id: number
  month: CalendarDate
  program: JournalProgram
  grain: JournalGrain
  words: Words
}

/** 伝票 of a month, numbered from 1 in the order of their keys. */
async function* slipsOf(tx: Tx, { program, words, ...wanted }: WantedSlips): AsyncGenerator<JournalSlip> {
  let no = 0
  let rows: SummedLedgerRow[] = []
  let key = ''
  for await (const page of readQueryPages<SummedLedgerRow>(tx, ledgerSums(wanted)))
    for (const row of page) {
      const next = journalSlipKey(row)
      if (next < key) throw new Error(`the ledger is not in the order of its slips: ${key}, ${next}`)
      if (next !== key) {
        const slip = draftJournalSlip(rows)
        if (slip) yield filledIn(slip, ++no, program, words)
        rows = []
      }
      key = next
      rows.push(row)
    }
  const slip = draftJournalSlip(rows)
  if (slip) yield filledIn(slip, ++no, program, words)
}

/** The ledger of a month as `SummedLedgerRow`, ordered by the keys of the slips. */
function ledgerSums({ shop_id, month, grain }: Pick<WantedSlips, 'shop_id' | 'month' | 'grain'>): SQL {
  const isMoney = inArray(ledger_entry.kind, [...MONEY_KINDS])
  const order_no = grain === 'order' ? sql`case when not ${isMoney} then ${orders.order_no} end` : sql`null::text`
  return sql`
    select * from (
      select ${ledger_entry.day}, ${order_no} as order_no, case when ${isMoney} then ${ledger_entry.provider} end as provider,
        ${ledger_entry.payment_method_id}, ${ledger_entry.kind}, ${ledger_entry.tax_rate}, min(${ledger_entry.id}) as first_id,
        ${ledger_entry.kind} = 'difference' and (${ledger_entry.amount} < 0) = (${ledger_entry.corrects_id} is null) as is_gain,
        ${ledger_entry.kind} = 'refund' and ${ledger_entry.cause} like 'credit %' as is_moved,
        sum(${ledger_entry.amount}) as amount, sum(${ledger_entry.tax}) as tax
      from ${ledger_entry} left join ${orders} on ${refersToCondition(ledger_entry.order_id, orders)}
      where ${ledger_entry.shop_id} = ${shop_id} and ${ledger_entry.day} between ${month}::date and ${addDays(firstDayOfNextMonth(month), -1)}::date
      group by 1, 2, 3, 4, 5, 6, 8, 9) sums
    order by day, order_no collate "C" nulls first, provider collate "C" nulls first,
      case when provider is null then coalesce(payment_method_id, 0)::text end collate "C"`
}

type Words = Awaited<ReturnType<typeof loadJournalSettings>>

/** Loads the accounts (勘定科目) and tax categories (税区分) that the shop has set. */
export async function loadJournalSettings(db: Queryable, shop_id: number) {
  const [accounts, tax_words] = await Promise.all([
    db.select().from(journal_account).where(eq(journal_account.shop_id, shop_id)),
    db.select().from(journal_tax_word).where(eq(journal_tax_word.shop_id, shop_id)),
  ])
  return { accounts, tax_words }
}

/** The account of a part, for this way to pay if it has its own. 0 stands for cash on delivery. */
function accountOf({ accounts }: Words, part: JournalSlipLine['part'], payment_method_id: number | null) {
  const own = accounts.filter((one) => one.part === part)
  const found =
    own.find((one) => one.payment_method_id === (payment_method_id ?? 0)) ??
    own.find((one) => one.payment_method_id === null)
  if (found) return found
  const sub_account = part === 'receivable' ? paymentMethodName(payment_method_id) : ''
  return { account: STANDARD_ACCOUNTS[part], sub_account, department: '', code: '', sub_code: '' }
}

function wordOf({ tax_words }: Words, program: JournalProgram, { part, tax_rate }: JournalSlipLine): string {
  const own = journalTaxByPart[part]
  const tax = tax_rate === null && own !== 'exempt' ? 'none' : own
  const rate = tax === 'none' ? null : tax_rate
  const found = tax_words.find((one) => one.program === program && one.part === tax && one.tax_rate === rate)
  return found?.word ?? standardTaxCategory(program, tax, tax_rate)
}

/** The description of a slip in the accountant's word: the first account that it has. */
function nameOfSlip(debit: readonly JournalSlipLine[], credit: readonly JournalSlipLine[]): string {
  if (debit.some(({ part }) => part === 'return'))
    return credit.some(({ part }) => part === 'sale') ? '売上・返品' : '返品'
  if (credit.some(({ part }) => part === 'bank')) return '返金'
  return credit.every(({ part }) => part === 'prepaid') ? '前受金' : '売上'
}

function filledIn(
  { day, payment_method_id, provider, order_no, debit, credit }: JournalSlipDraft,
  no: number,
  program: JournalProgram,
  words: Words,
): JournalSlip {
  const side = (part: JournalSlipLine): JournalSide => {
    const { account, sub_account, department, code, sub_code } = accountOf(words, part.part, payment_method_id)
    return {
      is_bank: part.part === 'bank',
      is_receivable: part.part === 'receivable',
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
  const partner = paymentMethodName(payment_method_id)
  const from = provider ? SETTLEMENT_PROVIDER_NAME[provider] : partner
  const what = provider ? '入金' : nameOfSlip(debit, credit)
  return {
    no,
    day,
    is_payout: provider !== null,
    // The partner is the same for a sale, a credit and a payout, so that the program can match them.
    partner,
    memo: order_no ? `${order_no} ${what} ${from}` : `${day} の${what} ${from}`,
    debit: debit.map(side),
    credit: credit.map(side),
  }
}
