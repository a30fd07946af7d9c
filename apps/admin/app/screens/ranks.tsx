import { Link, useLoaderData, useRevalidator } from 'react-router'
import { api } from '../api.ts'
import { formFor } from '../ui/form-for.ts'
import { Empty, Page, Section } from '../ui/page.tsx'
import { State } from '../ui/state.tsx'
import { formatDate, formatDay, formatNumber, formatYenCell, Time } from '../ui/time.tsx'
import { KeptTerms } from './setting/kept-terms.tsx'

export const loader = async () => {
  const [terms, preview, setting] = await Promise.all([
    api('GET /admin/v1/ranks'),
    api('GET /admin/v1/ranks/preview'),
    api('GET /admin/v1/setting/ranks').catch(() => null),
  ])
  return { terms, preview, setting }
}
type RanksData = Awaited<ReturnType<typeof loader>>

/** 会員ランク: the changes on the next 1st of the month, from the purchases so far. */
export function Component() {
  const { terms, preview, setting } = useLoaderData<typeof loader>()
  const { ranks, is_active, decisions } = terms
  const edit = setting && <Ranks key={setting.version} setting={setting} />
  if (ranks.length === 0)
    return <Page title="会員ランク">{edit ?? <Empty>このお店には、会員ランクがありません。</Empty>}</Page>
  return (
    <Page title="会員ランク" lead="ランクは毎月1日に、お買い上げ(割引後の商品代金、税込)から決まります。">
      {!is_active && (
        <p className="mb-4">
          <State tone="attention">会員ランクは今使われていないため、1日になっても決まりません。</State>
        </p>
      )}
      <Preview preview={preview} ranks={ranks} />
      <Terms key={ranks.map(({ id }) => id).join()} terms={terms} />
      {edit}
      <Section title="これまでの決定">
        {decisions.length === 0 && <p className="text-muted text-xs">まだ決定はありません。</p>}
        <ul className="grid gap-1">
          {decisions.map(({ month, risen, fallen, created_at }) => (
            <li key={month} className="flex flex-wrap gap-x-6">
              <span className="numeric">{month.slice(0, 7)}</span>
              <span className="numeric">
                上がった {formatNumber(risen)}人・下がった {formatNumber(fallen)}人
              </span>
              <span className="text-muted text-xs">
                <Time value={created_at} />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </Page>
  )
}

function Preview({ preview, ranks }: { preview: RanksData['preview']; ranks: RanksData['terms']['ranks'] }) {
  const { month, from, to, risen, fallen, changes } = preview
  const name = (id: number | null) => ranks.find((one) => one.id === id)?.rank_name ?? 'なし'
  return (
    <Section
      title={`${formatDate(month)}の決定の見込み: ${formatNumber(risen)}人が上がり、${formatNumber(fallen)}人が下がります`}
      lead={`${formatDay(from)}から${formatDay(to)}までのお買い上げで決まります。今日までの分で計算しています。`}
    >
      {changes.length === 0 && <p className="text-muted">今のところ、ランクが変わる会員はいません。</p>}
      {changes.length > 0 && (
        <table className="w-full text-left">
          <thead className="border-edge border-b text-muted text-xs">
            <tr>
              <th className="py-1 font-normal">会員</th>
              <th className="font-normal">変化</th>
              <th className="text-right font-normal">お買い上げ</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((one) => (
              <tr key={one.customer_id} className="border-line border-b">
                <td className="py-1">
                  <Link to={`/customers/${one.customer_id}`} className="text-link">
                    {one.name}
                  </Link>
                </td>
                <td>
                  {one.is_rise ? '上がる' : '下がる'}: {name(one.from_rank_id)} → {name(one.to_rank_id)}
                </td>
                <td className="numeric text-right">{formatYenCell(one.spent_amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {risen + fallen > changes.length && (
        <p className="mt-2 text-muted text-xs">ほか{formatNumber(risen + fallen - changes.length)}人</p>
      )}
    </Section>
  )
}

function Ranks({ setting: { version, ranks, running_subscriptions } }: { setting: NonNullable<RanksData['setting']> }) {
  const { Form, TextField, NumberField, Rows } = formFor<{
    ranks: { id: number | null; rank_name: string; discount_rate: number }[]
  }>()
  const { revalidate } = useRevalidator()
  return (
    <Section
      title="ランクと割引"
      lead="割引率は、保存したときからのご注文に使われます。新しい会員は、割引率がいちばん低いランクから始まります。会員がいるランクは消せません。使うかどうかと期間は「店舗の設定」で決めます。"
    >
      <Form
        values={{ ranks }}
        submit="ランクを保存する"
        look="plain"
        permission="setting.write"
        done="会員ランクを保存しました"
        aside={
          <Link to="/content/customer_rank/0" className="text-link">
            会員ランクのご案内の文章
          </Link>
        }
        save={async (body) => {
          await api('PUT /admin/v1/setting/ranks', { body: { ...body, version } })
          await revalidate()
        }}
      >
        <KeptTerms running={running_subscriptions} what="ランクの割引" />
        <div className="mb-4">
          <Rows name="ranks" newRow={{ id: null, rank_name: '', discount_rate: 0 }} add="ランクを増やす" isOrdered>
            {(n) => (
              <>
                <TextField name={`ranks.${n}.rank_name`} label="ランク名" className="mb-0!" />
                <NumberField name={`ranks.${n}.discount_rate`} label="割引率" unit="%" className="mb-0!" />
              </>
            )}
          </Rows>
        </div>
      </Form>
    </Section>
  )
}

interface Values {
  customer_rank_months: number
  ranks: { id: number; threshold_amount: number }[]
}

function Terms({ terms: { ranks, customer_rank_months } }: { terms: RanksData['terms'] }) {
  const { Form, NumberField } = formFor<Values>()
  const { revalidate } = useRevalidator()
  const fields = ranks.map(({ id, threshold_amount }) => ({ id, threshold_amount }))
  return (
    <Section
      title="基準"
      lead="変えても今のランクはそのままで、次の1日の決定から使われます。ご案内のページも直してください。"
    >
      <Form
        values={{ customer_rank_months, ranks: fields }}
        submit="基準を保存する"
        permission="setting.write"
        done="基準を保存しました"
        save={async (body) => {
          await api('PUT /admin/v1/ranks', { body })
          await revalidate()
        }}
      >
        <NumberField name="customer_rank_months" label="お買い上げを数える期間" unit="か月" />
        {ranks.map(({ id, rank_name, discount_rate }, at) => (
          <NumberField
            key={id}
            name={`ranks.${at}.threshold_amount`}
            label={`${rank_name}(${discount_rate}%引き)`}
            unit="円以上"
          />
        ))}
      </Form>
    </Section>
  )
}
