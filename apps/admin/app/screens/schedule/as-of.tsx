import type { ShopAsOf } from '@kushi/contract/admin/schedule'
import { useState } from 'react'
import { api } from '../../api.ts'
import { Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { sayYen } from '../../ui/time.tsx'
import { toMoment } from './moment.ts'
import '../../ui/rich-text.css'

/** その日のショップ: prices, fees and the banner as they will stand, once everything planned until then has begun. */
export function Component() {
  const [shown, setShown] = useState<ShopAsOf | null>(null)
  return (
    <Page
      title="その日のショップを見る"
      parent={{ to: '/schedule', name: '予定' }}
      lead="予定した変更がすべて始まったものとして、その日時の価格・送料・お知らせを見ます。何も変わりません。"
    >
      <Form<{ at: string }>
        values={{ at: '' }}
        submit="この日時で見る"
        save={async ({ at }) =>
          setShown(await api('POST /admin/v1/schedule/preview', { body: { at: toMoment(at) ?? '' } }))
        }
      >
        <TextField name="at" type="datetime-local" label="日時" isRequired className="max-w-[260px]" />
      </Form>
      {shown && (
        <div className="mt-6">
          <Section title="送料">
            <Facts
              rows={[
                ...shown.deliveries.map((one) => [one.delivery_name, sayYen(one.flat_rate_delivery_fee)] as const),
                [
                  '送料無料',
                  shown.delivery_free_amount === null ? 'なし' : `${sayYen(shown.delivery_free_amount)}以上`,
                ],
              ]}
            />
          </Section>
          <Products products={shown.products} />
          <Section title="ヘッダーのお知らせ">
            <div
              className="rich-text"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server
              dangerouslySetInnerHTML={{ __html: shown.banner }}
            />
          </Section>
        </div>
      )}
    </Page>
  )
}

const sayRange = (min: number | null, max: number | null): string => {
  if (min === null) return '—'
  return max === null || max === min ? sayYen(min) : `${sayYen(min)} 〜 ${sayYen(max)}`
}

function Products({ products }: Pick<ShopAsOf, 'products'>) {
  return (
    <Section title="公開している商品" lead="おすすめ順に、100点まで。">
      <table className="w-full text-left">
        <thead className="border-line border-b text-muted text-xs">
          <tr>
            <th scope="col" className="py-1 font-normal">
              商品
            </th>
            <th scope="col" className="whitespace-nowrap py-1 pl-3 text-right font-normal">
              価格(税込)
            </th>
            <th scope="col" className="whitespace-nowrap py-1 pl-3 text-right font-normal">
              定期便
            </th>
          </tr>
        </thead>
        <tbody>
          {products.map((one) => (
            <tr key={one.id} className="border-line border-b">
              <td className="py-1">{one.product_name}</td>
              <td className="numeric whitespace-nowrap py-1 pl-3 text-right">
                {sayRange(one.price_min, one.price_max)}
              </td>
              <td className="numeric whitespace-nowrap py-1 pl-3 text-right">
                {sayRange(one.subscription_price_min, null)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
