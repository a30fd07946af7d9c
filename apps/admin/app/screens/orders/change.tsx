import type { ChangeOptions, ChangePreview, OrderChange, OrderDetail } from '@kushi/contract/admin/order'
import { WRAPPING_FIELD_PATHS, wrappingChoiceOfDraft } from '@kushi/contract/form/wrapping'
import { nameWithVariant } from '@kushi/values/product'
import { groupBoughtRows } from '@kushi/values/product-set'
import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { AddressFields } from '../../ui/address-fields.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { DeliveryFields } from '../../ui/delivery-fields.tsx'
import { formFor } from '../../ui/form-for.ts'
import { ItemFields } from '../../ui/item-fields.tsx'
import { Empty, Page, Section } from '../../ui/page.tsx'
import { formatYenCell } from '../../ui/time.tsx'
import { typedWrapping, WrappingFields, type WrappingFormValues } from '../../ui/wrapping-fields.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { deliveryChoiceOf, loadShippingChoices } from './load-shipping-choices.ts'
import { ReasonField } from './reason-field.tsx'

const { Form, NumberField, CheckField } = formFor<OrderChangeFormValues>()

export const loader = loadShippingChoices

/** 注文の変更: the form, then a comparison before and after, then one click to save. */
export function Component() {
  const { order, options } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const [confirmation, setConfirmation] = useState<{ typed: OrderChangeFormValues; preview: ChangePreview } | null>(
    null,
  )
  const { id, order_no, refusals } = order
  const orderPath = `/orders/${id}`
  const page = { title: `注文 ${order_no} の変更`, parent: { to: orderPath, name: `注文 ${order_no}` } }
  if (refusals.change !== null)
    return (
      <Page {...page}>
        <Empty action={<ButtonLink to={orderPath}>注文に戻る</ButtonLink>}>{refusals.change}</Empty>
      </Page>
    )
  return (
    <Page {...page}>
      <Form
        values={changeFormValues(order)}
        names={WRAPPING_FIELD_PATHS}
        submit="変更の内容を確かめる"
        save={async (typed) => {
          const body = bodyOf(order, typed)
          const preview = await api('POST /admin/v1/orders/{id}/change/preview', { params: { id }, body })
          setConfirmation({ typed, preview })
        }}
      >
        <Section title="お届け先">
          <AddressFields />
        </Section>
        <Section title="お届けの方法と日時">
          <DeliveryFields deliveries={options.deliveries} hasDate />
          {order.shipments.length > 0 && (
            <p className="text-muted text-xs">商品を変えると、用意した荷物は取り消され、出荷のときに作り直されます。</p>
          )}
        </Section>
        <Items order={order} skus={options.skus} />
        {order.subscription === null && <WrappingFields offer={options.wrapping_offer} kept={order.wrapping} />}
        <Section title="調整額と理由">
          <NumberField
            name="adjustment_amount"
            label="調整額"
            unit="円"
            inputMode="text"
            hint="値引きは -500 のように、マイナスで入力します。0円で調整なし。"
          />
          <ReasonField />
          <CheckField name="notify" label="変更の内容を、お客様にメールで知らせる" />
        </Section>
      </Form>
      {confirmation && (
        <ChangeDialog
          preview={confirmation.preview}
          onClose={() => setConfirmation(null)}
          save={async () => {
            await api('PUT /admin/v1/orders/{id}', { params: { id }, body: bodyOf(order, confirmation.typed) })
            await navigate(orderPath)
          }}
        />
      )}
    </Page>
  )
}

/** 商品 of an order. Items already ordered keep their price. */
function Items({ order, skus }: { order: OrderDetail; skus: ChangeOptions['skus'] }) {
  return (
    <Section
      title="商品"
      lead="すでに注文された商品は、そのときの価格のままです。数量割引の商品は、点数を変えるとその点数の価格になります。追加する商品は、いまの価格です。"
    >
      <ItemFields
        skus={skus}
        currentItems={groupBoughtRows(order.items).map(({ item, set }) =>
          set
            ? {
                product_sku_id: set.set_sku_id,
                product_name: set.name,
                shown: (
                  <>
                    {set.name}
                    <span className="block text-muted text-xs">
                      セット({set.parts.map((part) => nameWithVariant(part.product_name, part.choices)).join('、')})・
                      {formatYenCell(set.price)}
                    </span>
                  </>
                ),
              }
            : {
                product_sku_id: item.product_sku_id,
                product_name: item.product_name,
                shown: (
                  <>
                    {nameWithVariant(item.product_name, item.choices)}
                    <span className="block text-muted text-xs">
                      <span className="numeric">{item.product_code}</span>・{formatYenCell(item.price)}
                    </span>
                  </>
                ),
              },
        )}
      />
    </Section>
  )
}

/** The values of the form. An empty `delivery_date` means no date. */
type OrderChangeFormValues = Omit<OrderChange, 'version' | 'delivery_date' | 'wrapping'> &
  WrappingFormValues & { delivery_date: string }

const changeFormValues = (order: OrderDetail): OrderChangeFormValues => ({
  ...deliveryChoiceOf(order),
  delivery_date: order.delivery_date ?? '',
  items: groupBoughtRows(order.items).map(({ item, set }) =>
    set
      ? { product_sku_id: set.set_sku_id, quantity: set.quantity }
      : { product_sku_id: item.product_sku_id, quantity: item.quantity },
  ),
  adjustment_amount: order.adjustment_amount,
  wrapping: typedWrapping(order.wrapping),
  decision_reason: '',
  notify: true,
})

const bodyOf = (
  { version, subscription }: OrderDetail,
  { delivery_date, wrapping, ...typed }: OrderChangeFormValues,
): OrderChange => ({
  ...typed,
  version,
  delivery_date: delivery_date || null,
  adjustment_amount: typed.adjustment_amount ?? 0,
  ...(subscription === null && { wrapping: wrappingChoiceOfDraft(wrapping) }),
})
