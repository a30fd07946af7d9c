import type { AdminSubscription, SubscriptionPreview } from '@kushi/contract/admin/subscription'
import { itemName } from '@kushi/values/product'
import { setContentsText } from '@kushi/values/product-set'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { AddressFields } from '../../ui/address-fields.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { DeliveryFields } from '../../ui/delivery-fields.tsx'
import { formFor } from '../../ui/form-for.ts'
import { ItemFields } from '../../ui/item-fields.tsx'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { PatternFields } from '../../ui/pattern-fields.tsx'
import { formatDate, formatYenCell } from '../../ui/time.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { type SubscriptionFormValues, subscriptionFormValues, updateOf } from './form-values.ts'

const { Form, TextField } = formFor<SubscriptionFormValues>()

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const id = params.id!
  const [subscription, options] = await Promise.all([
    api('GET /admin/v1/subscriptions/{id}', { params: { id } }),
    api('GET /admin/v1/subscriptions/{id}/change', { params: { id } }),
  ])
  return { subscription, options }
}
type Options = Awaited<ReturnType<typeof loader>>['options']

/** 定期便の変更: the form, then a comparison, then one click to save. It follows the rules of the member's own screens. */
export function Component() {
  const { subscription, options } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ typed: SubscriptionFormValues; preview: SubscriptionPreview } | null>(null)
  const { id, version, can, lock_message } = subscription
  const subscriptionPath = `/subscriptions/${id}`
  const page = { title: `定期便 ${id} の変更`, parent: { to: subscriptionPath, name: `定期便 ${id}` } }
  if (!can.update)
    return (
      <Page {...page}>
        <Empty action={<ButtonLink to={subscriptionPath}>定期便に戻る</ButtonLink>}>
          {lock_message ?? '休止中の定期便は、再開してから変更できます。'}
        </Empty>
      </Page>
    )
  return (
    <Page {...page}>
      <Form
        values={subscriptionFormValues(subscription)}
        submit="変更の内容を確かめる"
        save={async (typed) => {
          const body = updateOf(subscription, typed)
          setAsked({ typed, preview: await api('POST /admin/v1/subscriptions/{id}/preview', { params: { id }, body }) })
        }}
      >
        <Dates options={options} />
        <Items subscription={subscription} skus={options.skus} />
        <Section title="お届け先">
          <AddressFields />
          <DeliveryFields deliveries={options.deliveries} />
        </Section>
      </Form>
      {asked && (
        <ChangeDialog
          preview={asked.preview}
          before={subscription.payment_total}
          onClose={() => setAsked(null)}
          save={async ({ notify }) => {
            const shown_payment_total = asked.preview.payment_total
            const body = { ...updateOf(subscription, asked.typed), version, shown_payment_total, notify }
            await api('PUT /admin/v1/subscriptions/{id}', { params: { id }, body })
            await navigate(subscriptionPath)
          }}
        />
      )}
    </Page>
  )
}

/** お届け日と周期 */
function Dates({ options: { days } }: { options: Options }) {
  const first = days[0]
  const last = days.at(-1)
  return (
    <Section title="お届け日と周期" lead="周期か次回お届け日を変えると、その次のお届け日は周期から決まります。">
      <div className="grid gap-x-4 md:grid-cols-3">
        <TextField
          name="next_delivery_date"
          label="次回お届け日"
          type="date"
          isRequired
          hint={first && last && `変える場合は、${formatDate(first)}から${formatDate(last)}まで。`}
        />
      </div>
      <PatternFields />
    </Section>
  )
}

/** 商品 of a subscription. Existing items are shown with their price. */
function Items({ subscription, skus }: { subscription: AdminSubscription; skus: Options['skus'] }) {
  if (!subscription.can.change_items)
    return (
      <Section title="商品">
        <p className="text-muted">年払いの定期便は、お支払い済みの商品をお届けするため、商品を変更できません。</p>
      </Section>
    )
  return (
    <Section title="商品" lead="すでにある商品は、お約束した価格のままです。追加する商品は、いまの定期価格になります。">
      <ItemFields
        skus={skus}
        hasOneTime
        currentItems={subscription.subscription_order_item.map((item) => ({
          product_sku_id: item.product_sku_id,
          product_name: item.product_name,
          shown: (
            <>
              {itemName(item)}
              <span className="block text-muted text-xs">
                {formatYenCell(item.price)}
                {item.parts.length > 0 && ` セットの中身: ${setContentsText(item.parts)}`}
              </span>
            </>
          ),
        }))}
      />
    </Section>
  )
}
