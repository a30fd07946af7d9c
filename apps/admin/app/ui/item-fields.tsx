import type { ChangeOptions } from '@kushi/contract/admin/order'
import type { ReactNode } from 'react'
import { useFieldArray } from 'react-hook-form'
import { Button } from './button.tsx'
import { formFor } from './form-for.ts'
import { Icon } from './icon.tsx'
import { formatNumber, formatYenCell } from './time.tsx'

const { NumberField, SelectField, CheckField, useFieldError } = formFor<{ items: Item[] }>()

interface Item {
  /** null: not chosen yet; the form is not saved before. */
  product_sku_id: number | null
  quantity: number
  is_one_time?: boolean
  is_left_out?: boolean
}

interface ItemFieldsProps {
  skus: ChangeOptions['skus']
  /** Existing items: their SKU can't change, but they can be removed. Left out: all items are chosen here. */
  currentItems?: readonly { product_sku_id: number; product_name: string; shown: ReactNode }[]
  /** Shows 今回のみ for each item, and 今回だけ除く for each that is there. */
  hasOneTime?: boolean
}

/** A SKU as an option of a select. */
export const choiceOf = ({ id, name, product_code, price, stock }: ChangeOptions['skus'][number]) => ({
  value: id,
  label: `${name}(${product_code})${formatYenCell(price)} 在庫${formatNumber(stock)}`,
})

/** 商品 in a form, as `items`: quantities, removed items and added items. */
export function ItemFields({ skus, currentItems, hasOneTime = false }: ItemFieldsProps) {
  const { fields, append, remove } = useFieldArray<{ items: Item[] }>({ name: 'items' })
  const message = useFieldError('items')
  const choices = skus.map(choiceOf)
  const added = {
    product_sku_id: null,
    quantity: 1,
    ...(hasOneTime && { is_one_time: false, is_left_out: false }),
  }
  return (
    <>
      <ul className="grid gap-3">
        {fields.map((field, index) => {
          const item = currentItems?.find(({ product_sku_id }) => product_sku_id === field.product_sku_id)
          return (
            <li key={field.id} className="flex flex-wrap items-end gap-x-4 border-line border-b pb-3">
              <div className="min-w-60 grow">
                {item ? (
                  <p className="pb-4">{item.shown}</p>
                ) : (
                  <SelectField
                    name={`items.${index}.product_sku_id`}
                    label={currentItems ? '追加する商品' : '商品'}
                    isNumber
                    isRequired
                    empty="選択してください"
                    choices={choices}
                  />
                )}
              </div>
              <NumberField name={`items.${index}.quantity`} label="数量" unit="点" />
              {hasOneTime && <CheckField name={`items.${index}.is_one_time`} label="今回のみ" />}
              {hasOneTime && item && <CheckField name={`items.${index}.is_left_out`} label="今回だけ除く" />}
              {(currentItems || fields.length > 1) && (
                <Button
                  look="quiet"
                  className="mb-4"
                  aria-label={`${item ? `${item.product_name}を` : ''}外す`}
                  onClick={() => remove(index)}
                >
                  <Icon name="close" />
                  外す
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {message && (
        <p role="alert" className="mt-2 text-danger text-xs">
          {message}
        </p>
      )}
      <Button className="mt-3" onClick={() => append(added)}>
        <Icon name="plus" className="size-3" />
        商品を追加する
      </Button>
    </>
  )
}
