import { MAX_SET_PARTS } from '@kushi/values/product-set'
import { createContext, useContext } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Icon } from '../../ui/icon.tsx'
import { formatNumber, formatYenCell } from '../../ui/time.tsx'
import { unfilled } from '../../ui/unfilled.ts'
import type { ProductFormValues } from './form-values.ts'

const { NumberField, SelectField, useFieldError } = formFor<ProductFormValues>()

interface PartChoice {
  id: number
  product_code: string
  name: string
  price: number
  stock: number
  is_set: boolean
}

/** The SKUs of the shop, of which sets are made. */
export const PartChoices = createContext<readonly PartChoice[]>([])

/** セットの中身 of a SKU. */
export function SetParts({ n }: { n: number }) {
  const name = `skus.${n}.parts` as const
  const all = useContext(PartChoices)
  const { control } = useFormContext<ProductFormValues>()
  const { fields, append, remove } = useFieldArray({ control, name })
  const [id, sale_type] = useWatch({ control, name: [`skus.${n}.id`, 'sale_type'] })
  const choices = all
    .filter((one) => !one.is_set && one.id !== id)
    .map((one) => ({
      value: one.id,
      label: `${one.name}(${one.product_code})${formatYenCell(one.price)} 在庫${formatNumber(one.stock)}`,
    }))
  const message = useFieldError(name)
  return (
    <div className="col-span-full grid max-w-2xl gap-1">
      {fields.length > 0 && (
        <p className="text-muted text-xs">
          セットの中身(1セットに何点ずつか)。在庫はいちばん少ない中身で決まり、出荷と税の計算は中身ごとです。価格は中身の通常価格で割り振ります。
          {sale_type !== 1 && '中身を変えても、続いている定期便は、お約束した中身のままお届けします。'}
        </p>
      )}
      {fields.map((field, at) => (
        <div key={field.id} className="flex flex-wrap items-end gap-x-4">
          <div className="min-w-60 flex-1 basis-72">
            <SelectField
              name={`${name}.${at}.product_sku_id`}
              label={`中身${at + 1}`}
              isNumber
              isRequired
              empty="選択してください"
              choices={choices}
            />
          </div>
          <NumberField name={`${name}.${at}.pieces`} label="点数" unit="点" />
          <Button
            look="quiet"
            className="mb-4"
            aria-label={`種類${n + 1}の中身${at + 1}を外す`}
            onClick={() => remove(at)}
          >
            <Icon name="close" className="size-3" />
            外す
          </Button>
        </div>
      ))}
      {message && (
        <p role="alert" className="text-danger text-xs">
          {message}
        </p>
      )}
      {fields.length < MAX_SET_PARTS && (
        <Button
          look="quiet"
          className="justify-self-start px-0!"
          onClick={() => append({ product_sku_id: unfilled(), pieces: 1 })}
        >
          <Icon name="plus" className="size-3" />
          {fields.length === 0 ? 'セットにする(ほかの商品を組み合わせる)' : '中身を足す'}
        </Button>
      )}
    </div>
  )
}
