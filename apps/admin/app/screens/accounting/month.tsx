import { type AccountingMonth, formatBalanceFilter, type OrderBalanceKind } from '@kushi/contract/admin/accounting'
import { lastDayOfMonth } from '@kushi/values/calendar-date'
import { CARRIER_NAME } from '@kushi/values/carrier'
import { formatYearMonth } from '@kushi/values/date-format'
import {
  JOURNAL_GRAIN_NAME,
  JOURNAL_PROGRAM_NAME,
  JOURNAL_PROGRAMS,
  type JournalGrain,
  type JournalProgram,
} from '@kushi/values/journal'
import { LEDGER_KIND_NAME, type LedgerKind, MONEY_KINDS, SALE_KINDS, SALES_BASIS_NAME } from '@kushi/values/ledger'
import { paymentMethodName } from '@kushi/values/payment-method'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, replace, useLoaderData } from 'react-router'
import { api } from '../../api.ts'
import { download } from '../../download.ts'
import { useMay } from '../../me.ts'
import { monthFrom } from '../../month-from.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog, Refusal } from '../../ui/dialog.tsx'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { State } from '../../ui/state.tsx'
import { formatNumber, formatYenCell, Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'

const { Form, TextField } = formFor<{ decision_reason: string }>()

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const requestedMonth = new URL(request.url).searchParams.get('month')
  // The address names the month, which stays when it is closed.
  if (requestedMonth === null) {
    const { month } = await api('GET /admin/v1/accounting/month-to-close')
    throw replace(`/accounting?month=${month.slice(0, 7)}`)
  }
  return api('GET /admin/v1/accounting/months/{month}', { params: { month: monthFrom(requestedMonth, 0) } })
}

/** 経理: a month's sales as they are booked, what is still open, 締め, and the journals. */
export function Component() {
  const month = useLoaderData<typeof loader>()
  const mayTakeOut = useMay('export.personal')
  return (
    <Page
      title={`経理 ${formatYearMonth(month.month)}`}
      lead={`${SALES_BASIS_NAME[month.basis]}の売上です。すべて税込で、金額を押すと内訳が開きます。`}
      actions={
        <>
          <ButtonLink to={`?month=${monthFrom(month.month, -1).slice(0, 7)}`}>前の月</ButtonLink>
          <ButtonLink to={`?month=${monthFrom(month.month, 1).slice(0, 7)}`}>次の月</ButtonLink>
          <ButtonLink to={`/sales-report?from=${month.month}&to=${lastDayOfMonth(month.month)}`}>売上の集計</ButtonLink>
          <ButtonLink to="/settlement">入金</ButtonLink>
          <ButtonLink to="/bank-refunds">振込での返金</ButtonLink>
          {mayTakeOut && <ButtonLink to="/documents">発行した書類</ButtonLink>}
          <ButtonLink to="/accounting/settings">勘定科目の設定</ButtonLink>
        </>
      }
    >
      <Sales month={month} />
      <Taxes month={month} />
      <Methods month={month} />
      <Receivables month={month} />
      <Money month={month} />
      <MonthClosing month={month} />
      <Journals key={month.month} month={month} />
    </Page>
  )
}

/** 売上 and what stands beside it; 入金 has a section of its own. */
const kinds: LedgerKind[] = [...SALE_KINDS, 'prepaid', 'refund']
const RATES = [10, 8, null] as const
const rateText = (rate: number | null) => (rate === null ? '対象外' : rate === 8 ? '8%(軽減)' : '10%')

/** The rows of the ledger behind a figure. */
function rowsOf(
  month: string,
  filter: {
    kind?: LedgerKind[]
    tax_rate?: number | null
    payment_method_id?: number | null
    carrier?: string | null
  },
) {
  const query = new URLSearchParams({ day_from: month, day_to: lastDayOfMonth(month) })
  for (const kind of filter.kind ?? []) query.append('kind', kind)
  if (filter.tax_rate !== undefined) query.set('tax_rate', String(filter.tax_rate ?? 0))
  if (filter.payment_method_id !== undefined) query.set('payment_method_id', String(filter.payment_method_id ?? 0))
  if (filter.carrier) query.set('carrier', filter.carrier)
  return `/ledger?${query}`
}

const saleKinds: LedgerKind[] = [...SALE_KINDS]

type Sums = AccountingMonth['sums']
const add = (sums: Sums) =>
  sums.reduce((all, { amount, tax }) => ({ amount: all.amount + amount, tax: all.tax + tax }), { amount: 0, tax: 0 })

function SumLink({ to, sums }: { to: string; sums: Sums }) {
  if (sums.length === 0) return <span className="text-muted">—</span>
  return (
    <Link to={to} className="text-link">
      {formatYenCell(add(sums).amount)}
    </Link>
  )
}

function Sales({ month: { month, sums, prepaid_balance } }: { month: AccountingMonth }) {
  if (!sums.some(({ kind }) => kinds.includes(kind)))
    return (
      <Section title="売上">
        <Empty>この月に計上された売上は、まだありません。商品を発送すると、ここに計上されます。</Empty>
      </Section>
    )
  const shown = kinds.filter((kind) => sums.some((one) => one.kind === kind))
  const rates = RATES.filter((rate) => sums.some(({ tax_rate, kind }) => tax_rate === rate && shown.includes(kind)))
  const sold = sums.filter(({ kind }) => saleKinds.includes(kind))
  return (
    <Section title="売上">
      <div className="overflow-x-auto">
        <table className="numeric w-full whitespace-nowrap text-right">
          <thead className="border-edge border-b text-muted text-xs">
            <tr>
              <th scope="col" className="py-1 text-left font-normal">
                区分
              </th>
              {rates.map((rate) => (
                <th key={rate} scope="col" className="py-1 pl-4 font-normal">
                  {rateText(rate)}
                </th>
              ))}
              <th scope="col" className="py-1 pl-4 font-normal">
                合計
              </th>
              <th scope="col" className="py-1 pl-4 font-normal">
                うち消費税
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((kind) => {
              const own = sums.filter((one) => one.kind === kind)
              return (
                <tr key={kind} className="border-line border-b">
                  <th scope="row" className="min-w-24 whitespace-normal py-1 text-left font-normal">
                    {LEDGER_KIND_NAME[kind]}
                  </th>
                  {rates.map((rate) => (
                    <td key={rate} className="py-1 pl-4">
                      <SumLink
                        to={rowsOf(month, { kind: [kind], tax_rate: rate })}
                        sums={own.filter((one) => one.tax_rate === rate)}
                      />
                    </td>
                  ))}
                  <td className="py-1 pl-4">
                    <SumLink to={rowsOf(month, { kind: [kind] })} sums={own} />
                  </td>
                  <td className="py-1 pl-4">{formatYenCell(add(own).tax)}</td>
                </tr>
              )
            })}
          </tbody>
          <tfoot className="border-edge border-t">
            <tr>
              <th scope="row" className="min-w-24 py-2 text-left">
                売上の合計
              </th>
              {rates.map((rate) => (
                <td key={rate} className="py-2 pl-4">
                  <SumLink
                    to={rowsOf(month, { kind: saleKinds, tax_rate: rate })}
                    sums={sold.filter((one) => one.tax_rate === rate)}
                  />
                </td>
              ))}
              <td className="py-2 pl-4 font-medium">
                <SumLink to={rowsOf(month, { kind: saleKinds })} sums={sold} />
              </td>
              <td className="py-2 pl-4">{formatYenCell(add(sold).tax)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <p className="mt-3 text-muted text-xs">
        売上の合計に、前受金と振込での返金は入りません。月末の前受金の残高は
        <span className="numeric text-ink"> {formatYenCell(prepaid_balance)}</span> です。
      </p>
    </Section>
  )
}

/** 消費税: what the documents say, and beside it what division would give. */
function Taxes({ month: { month, taxes } }: { month: AccountingMonth }) {
  if (taxes.length === 0) return null
  return (
    <Section
      title="売上の消費税"
      lead="帳簿と仕訳の税額は、請求書ごとの税額の合計(積上げ計算)です。割戻し計算で申告するときは、右の額をご参考ください。"
    >
      <ul className="grid gap-1">
        {taxes.map(({ tax_rate, amount, tax, divided }) => (
          <li key={tax_rate} className="flex flex-wrap justify-between gap-x-4 border-line border-b py-1">
            <span>{rateText(tax_rate)}</span>
            <span className="numeric flex flex-wrap gap-x-4">
              <Link to={rowsOf(month, { kind: saleKinds, tax_rate })} className="text-link">
                税込{formatYenCell(amount)}
              </Link>
              <span>積上げ{formatYenCell(tax)}</span>
              <span className="text-muted">割戻し{formatYenCell(divided)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Methods({ month: { month, sums } }: { month: AccountingMonth }) {
  const sold = sums.filter(({ kind }) => saleKinds.includes(kind))
  const methods = [...new Set(sold.map(({ payment_method_id }) => payment_method_id))]
  if (methods.length === 0) return null
  return (
    <Section title="お支払い方法ごとの売上">
      <ul className="grid gap-1">
        {methods.map((payment_method_id) => (
          <li key={payment_method_id} className="flex justify-between gap-4 border-line border-b py-1">
            <span>{paymentMethodName(payment_method_id)}</span>
            <span className="numeric">
              <SumLink
                to={rowsOf(month, { kind: saleKinds, payment_method_id })}
                sums={sold.filter((one) => one.payment_method_id === payment_method_id)}
              />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The rows of the orders whose 売掛金 at the month's end is of this kind. */
function loadSubscriptionOrders(month: string, kind: OrderBalanceKind, { payment_method_id, carrier }: Receivable) {
  const query = new URLSearchParams({
    balance: formatBalanceFilter(kind, lastDayOfMonth(month)),
    day_to: lastDayOfMonth(month),
    payment_method_id: String(payment_method_id ?? 0),
  })
  if (carrier) query.set('carrier', carrier)
  return `/ledger?${query}`
}
type Receivable = AccountingMonth['receivables'][number]
const payerName = ({ payment_method_id, carrier }: Receivable) =>
  carrier ? `${paymentMethodName(payment_method_id)}(${CARRIER_NAME[carrier]})` : paymentMethodName(payment_method_id)

/** 売掛金 by way to pay, from the end of the month before to the end of this one; the same as the journals book. */
function Receivables({ month: { month, receivables } }: { month: AccountingMonth }) {
  if (receivables.length === 0) return null
  const soldKinds: LedgerKind[] = [...saleKinds.filter((kind) => kind !== 'return'), 'prepaid']
  const columns = [
    { name: '売上・前受金', of: 'sold', kind: soldKinds },
    { name: '返品', of: 'returned', kind: ['return'] },
    { name: '返金', of: 'refunded', kind: ['refund'] },
    { name: '入金', of: 'received', kind: ['received'] },
  ] as const
  return (
    <Section
      title="売掛金の残高"
      lead="お支払い方法ごと、代金引換は配送会社ごとの、帳簿の売掛金です。当月末のうち、お客様にお返しするお金と、入金の期日を過ぎた分を右に分けて示します。"
    >
      <div className="overflow-x-auto">
        <table className="numeric w-full whitespace-nowrap text-right">
          <thead className="border-edge border-b text-muted text-xs">
            <tr>
              <th scope="col" className="py-1 text-left font-normal">
                お支払い方法
              </th>
              <th scope="col" className="py-1 pl-4 font-normal">
                前月末
              </th>
              {columns.map(({ name }) => (
                <th key={name} scope="col" className="py-1 pl-4 font-normal">
                  {name}
                </th>
              ))}
              <th scope="col" className="py-1 pl-4 font-normal">
                当月末
              </th>
              {PERIOD_ENDS.map(({ name }) => (
                <th key={name} scope="col" className="py-1 pl-4 font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {receivables.map((row) => (
              <tr key={payerName(row)} className="border-line border-b">
                <th scope="row" className="py-1 text-left font-normal">
                  {payerName(row)}
                </th>
                <td className="py-1 pl-4">{formatYenCell(row.before)}</td>
                {columns.map(({ of, kind }) => (
                  <td key={of} className="py-1 pl-4">
                    <Link
                      to={rowsOf(month, {
                        kind: [...kind],
                        payment_method_id: row.payment_method_id,
                        carrier: row.carrier,
                      })}
                      className="text-link"
                    >
                      {formatYenCell(row[of])}
                    </Link>
                  </td>
                ))}
                <td className="py-1 pl-4 font-medium">{formatYenCell(row.after)}</td>
                {PERIOD_ENDS.map(({ of }) => (
                  <td key={of} className="py-1 pl-4">
                    {row[of] === 0 ? (
                      <span className="text-muted">—</span>
                    ) : (
                      <Link to={loadSubscriptionOrders(month, of, row)} className="text-link">
                        {formatYenCell(row[of])}
                      </Link>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

const PERIOD_ENDS = [
  { name: 'うち返すお金', of: 'owed' },
  { name: 'うち期日超過', of: 'overdue' },
  { name: 'うち見はじめの日より前', of: 'older' },
] as const

/** 入金 of the month: what the providers paid out, as the bank's account has it. */
function Money({ month: { month, sums } }: { month: AccountingMonth }) {
  const own = sums.filter(({ kind }) => (MONEY_KINDS as readonly LedgerKind[]).includes(kind))
  if (own.length === 0) return null
  const of = (kind: LedgerKind) => own.filter((one) => one.kind === kind)
  const cost = add(of('provider_fee')).amount + add(of('difference')).amount
  return (
    <Section title="入金" actions={<ButtonLink to="/settlement">入金の画面へ</ButtonLink>}>
      <ul className="grid gap-1">
        {MONEY_KINDS.map((kind) => (
          <li key={kind} className="flex justify-between gap-4 border-line border-b py-1">
            <span>{LEDGER_KIND_NAME[kind]}</span>
            <span className="numeric">
              <SumLink to={rowsOf(month, { kind: [kind] })} sums={of(kind)} />
            </span>
          </li>
        ))}
        <li className="flex justify-between gap-4 py-1">
          <span>口座に入った金額(入金+仮受金−手数料−差額)</span>
          <span className="numeric">
            {formatYenCell(add(of('received')).amount + add(of('suspense')).amount - cost)}
          </span>
        </li>
      </ul>
    </Section>
  )
}

function MonthClosing({
  month: { month, checks, is_closed, may_close, closed_at, closed_by },
}: {
  month: AccountingMonth
}) {
  const mayWrite = useMay('accounting.write')
  const { act, isBusy, refusal } = useAction()
  const [isAsking, setAsking] = useState(false)
  const open = checks.filter(({ count }) => count > 0)
  return (
    <Section
      title="締め"
      lead="締めると、この月の数字は変わらなくなります。あとからの返品や訂正は、次の月に計上されます。"
    >
      <ul className="mb-3 grid gap-1">
        {checks.map(({ name, count, path }) => (
          <li key={name} className="grid grid-cols-[4rem_1fr] items-baseline justify-items-start gap-2">
            {count === 0 ? <State tone="good">なし</State> : <State tone="attention">{formatNumber(count)}件</State>}
            {count === 0 ? (
              <span>{name}</span>
            ) : (
              <Link to={path} className="text-link">
                {name}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {is_closed && closed_at && (
        <p className="mb-3">
          <State tone="good">締めました</State> <Time value={closed_at} /> {closed_by}
        </p>
      )}
      {refusal && <Refusal>{refusal}</Refusal>}
      {mayWrite && may_close && (
        <Button
          look="primary"
          isBusy={isBusy}
          onClick={() => {
            const question =
              open.length === 0
                ? `${formatYearMonth(month)}を締めます。よろしいですか?`
                : `まだ確認の済んでいないものが${open.length}種類あります。それでも${formatYearMonth(month)}を締めますか?`
            if (window.confirm(question))
              void act(() => api('POST /admin/v1/accounting/months/{month}/close', { params: { month } }))
          }}
        >
          {formatYearMonth(month)}を締める
        </Button>
      )}
      {!is_closed && !may_close && (
        <p className="text-muted text-xs">月が終わり、前の月を締めると、締められるようになります。</p>
      )}
      {mayWrite && is_closed && <Button onClick={() => setAsking(true)}>締めを取り消す</Button>}
      {isAsking && (
        <Dialog isOpen onClose={() => setAsking(false)} title={`${formatYearMonth(month)}の締めを取り消す`}>
          <Form
            values={{ decision_reason: '' }}
            submit="締めを取り消す"
            done="締めを取り消しました"
            save={async (body) => {
              await api('POST /admin/v1/accounting/months/{month}/reopen', { params: { month }, body })
              setAsking(false)
              await act(async () => undefined)
            }}
          >
            <TextField
              name="decision_reason"
              label="理由"
              isRequired
              maxLength={200}
              hint="操作履歴に残ります。すでに渡した仕訳ファイルとは、数字が変わることがあります。"
            />
          </Form>
        </Dialog>
      )}
    </Section>
  )
}

function Journals({ month: { month, sums, exports, is_closed } }: { month: AccountingMonth }) {
  const mayWrite = useMay('accounting.write')
  const [program, setProgram] = useState<JournalProgram>(exports[0]?.program ?? 'yayoi')
  const [granularity, setGranularity] = useState<JournalGrain>('day')
  const { act, isBusy, refusal } = useAction()
  const wasExported = exports.some((one) => one.program === program)
  const createExport = () => {
    if (
      wasExported &&
      !window.confirm(
        'この月のファイルは、すでに作成しています。会計ソフトに二重に取り込まないようにしてください。もう一度作成しますか?',
      )
    )
      return
    void act(() =>
      download(
        'POST /admin/v1/accounting/months/{month}/journals',
        { program, grain: granularity, again: wasExported },
        { month },
      ),
    )
  }
  return (
    <Section
      title="仕訳"
      lead={
        is_closed
          ? '締めた月の仕訳です。作成したファイルは、いつでも同じ内容で受け取れます。'
          : '締める前に作成したファイルは、あとで数字が変わることがあります。'
      }
    >
      {mayWrite && sums.length > 0 && (
        <div className="mb-4 flex flex-wrap items-end gap-3">
          <label className="text-xs">
            <span className="mb-1 block font-medium">会計ソフト</span>
            <select
              className="control"
              value={program}
              onChange={(event) => setProgram(event.target.value as JournalProgram)}
            >
              {JOURNAL_PROGRAMS.map((one) => (
                <option key={one} value={one}>
                  {JOURNAL_PROGRAM_NAME[one]}
                </option>
              ))}
            </select>
          </label>
          <label className="text-xs">
            <span className="mb-1 block font-medium">まとめ方</span>
            <select
              className="control"
              value={granularity}
              onChange={(event) => setGranularity(event.target.value as JournalGrain)}
            >
              {choicesOf(JOURNAL_GRAIN_NAME).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <Button look={is_closed ? 'primary' : 'plain'} isBusy={isBusy} onClick={createExport}>
            仕訳ファイルを作る
          </Button>
        </div>
      )}
      {refusal && <Refusal>{refusal}</Refusal>}
      {exports.length === 0 ? (
        <p className="text-muted text-xs">この月の仕訳ファイルは、まだ作成していません。</p>
      ) : (
        <ul className="grid gap-1">
          {exports.map(({ id, program: name, grain: by, slips, debit, created_at, operator_name, is_final }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b py-1">
              <span>{JOURNAL_PROGRAM_NAME[name]}</span>
              <span className="text-muted text-xs">{by === 'day' ? '日ごと' : '注文ごと'}</span>
              <span className="numeric">
                伝票{formatNumber(slips)}枚・借方合計{formatYenCell(debit)}
              </span>
              {!is_final && <State tone="attention">締める前</State>}
              <span className="text-muted text-xs">
                <Time value={created_at} /> {operator_name}
              </span>
              {mayWrite && (
                <Button
                  look="quiet"
                  onClick={() => void act(() => download('POST /admin/v1/accounting/journals/file', { id }))}
                >
                  もう一度受け取る
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
