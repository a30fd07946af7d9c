import type { ChangeOptions } from '@kushi/contract/admin/order'
import type { AdminSubscription } from '@kushi/contract/admin/subscription'
import { itemName } from '@kushi/values/variant'
import { get, useFieldArray, useFormContext } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { CheckField, NumberField, SelectField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/page.tsx'
import { sayNumber, sayYen } from '../../ui/time.tsx'
import type { Typed } from './typed.ts'

interface ItemsProps {
  subscription: AdminSubscription
  skus: ChangeOptions['skus']
}

/** 商品 of a subscription: how many of each, which come only once, which are taken out, what is added. */
export function ChangeItems({ subscription, skus }: ItemsProps) {
  const { formState } = useFormContext<Typed>()
  const { fields, append, remove } = useFieldArray<Typed>({ name: 'items' })
  const message = (get(formState.errors, 'items') as { message?: string } | undefined)?.message
  const there = new Map(subscription.subscription_order_item.map((item) => [item.product_sku_id, item]))
  const choices = skus.map(({ id, name, product_code, price, stock }) => ({
    value: id,
    label: `${name}(${product_code})${sayYen(price)} 在庫${sayNumber(stock)}`,
  }))
  if (!subscription.can.change_items)
    return (
      <Section title="商品">
        <p className="text-muted">年払いの定期便は、お支払い済みの商品をお届けするため、商品を変更できません。</p>
      </Section>
    )
  return (
    <Section title="商品" lead="すでにある商品は、お約束した価格のままです。追加する商品は、いまの定期価格になります。">
      <ul className="grid gap-3">
        {fields.map((field, index) => {
          const item = there.get(field.product_sku_id)
          return (
            <li key={field.id} className="flex flex-wrap items-end gap-x-4 border-line border-b pb-3">
              <div className="min-w-60 grow">
                {item ? (
                  <p className="pb-4">
                    {itemName(item)}
                    <span className="block text-muted text-xs">{sayYen(item.price)}</span>
                  </p>
                ) : (
                  <SelectField
                    name={`items.${index}.product_sku_id`}
                    label="追加する商品"
                    isNumber
                    empty="選択してください"
                    choices={choices}
                  />
                )}
              </div>
              <NumberField name={`items.${index}.quantity`} label="数量" unit="点" />
              <CheckField name={`items.${index}.is_one_time`} label="今回のみ" />
              <Button
                look="quiet"
                className="mb-4"
                aria-label={`${item ? `${item.product_name}を` : ''}外す`}
                onClick={() => remove(index)}
              >
                <Icon name="close" />
                外す
              </Button>
            </li>
          )
        })}
      </ul>
      {message && (
        <p role="alert" className="mt-2 text-danger text-xs">
          {message}
        </p>
      )}
      <Button
        className="mt-3"
        onClick={() => append({ product_sku_id: null as never, quantity: 1, is_one_time: false })}
      >
        <Icon name="plus" className="size-3" />
        商品を追加する
      </Button>
    </Section>
  )
}
