import type { ShopPreview } from '@kushi/contract/admin/schedule'
import { SCHEDULE_KIND_NAME } from '@kushi/values/schedule'
import { useState } from 'react'
import { api } from '../../api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { formatDate, formatMoment, formatYenCell } from '../../ui/time.tsx'
import { momentFromInput } from './moment.ts'
import '../../ui/rich-text.css'
import { formFor } from '../../ui/form-for.ts'

const { Form, TextField } = formFor<{ at: string }>()

/** その日のショップ: the shop on a future day, after all changes planned until then, and its figures at a glance. */
export function Component() {
  const [shown, setShown] = useState<(ShopPreview & { at: string }) | null>(null)
  return (
    <Page
      title="その日のショップを見る"
      parent={{ to: '/schedule', name: '予定' }}
      lead="予定した変更がすべて始まったものとして、その日時のショップを見ます。何も変わらず、お客様には見えません。"
    >
      <Form
        values={{ at: '' }}
        submit="この日時で見る"
        save={async ({ at: typed }) => {
          const at = momentFromInput(typed) ?? ''
          setShown({ ...(await api('POST /admin/v1/schedule/preview', { body: { at } })), at })
        }}
      >
        <TextField name="at" type="datetime-local" label="日時" isRequired className="max-w-[260px]" />
      </Form>
      {shown && <ShopPreviewTables shop={shown} at={shown.at} />}
    </Page>
  )
}

function ShopPreviewTables({ shop, at }: { shop: ShopPreview; at: string }) {
  return (
    <div className="mt-6">
      <Section
        title={`${formatMoment(at)} のショップ`}
        actions={
          <ButtonLink to={shop.url} target="_blank" rel="noreferrer">
            ショップを開く
          </ButtonLink>
        }
        lead="一覧・商品・カートの金額・お届け日を、お客様に見える形で確かめられます。ログインとご注文はできません。1時間で終わり、ショップの上の「終了」でも今日に戻ります。リンクを知っている人は、だれでも開けます。"
      >
        <Facts
          rows={[
            ...shop.deliveries.map((one) => [one.delivery_name, formatYenCell(one.flat_rate_delivery_fee)] as const),
            ['特典・クーポン', shop.promotions.map(({ promotion_name }) => promotion_name).join('、') || 'なし'],
            [
              '送料無料',
              shop.delivery_free_amount === null ? 'なし' : `${formatYenCell(shop.delivery_free_amount)}以上`,
            ],
            ['休業日', shop.closings.map(closingText).join('、') || 'なし'],
          ]}
        />
      </Section>
      <RefusedChanges changes={shop.refused} />
      <Products products={shop.products} />
      <Section title="ヘッダーのお知らせ">
        <div
          className="rich-text"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
          dangerouslySetInnerHTML={{ __html: shop.banner }}
        />
      </Section>
    </div>
  )
}

/** The 予定 that the shop of that day does without. */
function RefusedChanges({ changes }: { changes: ShopPreview['refused'] }) {
  if (changes.length === 0) return null
  return (
    <Section
      title="始まらない予定"
      lead="いまのままでは、その日時になっても変わりません。上のショップには入っていません。"
    >
      <ul className="divide-y divide-line">
        {changes.map(({ id, kind, subject_name, problem }) => (
          <li key={id} className="py-2">
            <p className="font-medium">
              {SCHEDULE_KIND_NAME[kind]}: {subject_name}
            </p>
            <p className="text-danger text-xs">{problem}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const closingText = ({ from, to }: ShopPreview['closings'][number]): string =>
  from === to ? formatDate(from) : `${formatDate(from)} 〜 ${formatDate(to)}`

const rangeText = (min: number | null, max: number | null): string => {
  if (min === null) return '—'
  return max === null || max === min ? formatYenCell(min) : `${formatYenCell(min)} 〜 ${formatYenCell(max)}`
}

type Product = ShopPreview['products'][number]
const productRows: { name: string; say: (one: Product) => string }[] = [
  { name: '価格(税込)', say: (one) => rangeText(one.price_min, one.price_max) },
  { name: '定期便', say: (one) => rangeText(one.subscription_price_min, null) },
  { name: '消費税率', say: (one) => one.tax_rates.map((rate) => `${rate}%`).join('・') },
]

function Products({ products }: Pick<ShopPreview, 'products'>) {
  if (products.length === 0) return <Empty>その日時に公開されている商品はありません。</Empty>
  return (
    <Section title="公開している商品" lead="おすすめ順に、100点まで。">
      <table className="w-full text-left">
        <thead className="border-line border-b text-muted text-xs">
          <tr>
            <th scope="col" className="py-1 font-normal">
              商品
            </th>
            {productRows.map(({ name }) => (
              <th key={name} scope="col" className="whitespace-nowrap py-1 pl-3 text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {products.map((one) => (
            <tr key={one.id} className="border-line border-b">
              <td className="py-1">{one.product_name}</td>
              {productRows.map(({ name, say }) => (
                <td key={name} className="numeric whitespace-nowrap py-1 pl-3 text-right">
                  {say(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
