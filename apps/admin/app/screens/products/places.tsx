import type { StockListRow } from '@kushi/contract/admin/stock'
import { ApiError } from '@kushi/contract/client'
import { TEMPERATURE_NAME } from '@kushi/values/shipment'
import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { useMay } from '../../me.ts'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'

const { Form, TextField, SelectField } = formFor<{ kinds: Place[] }>()

type Place = Pick<StockListRow, 'shelf' | 'barcode' | 'temperature'>

const temperatures = choicesOf(TEMPERATURE_NAME)
const placeOf = ({ shelf, barcode, temperature }: Place): Place => ({ shelf, barcode, temperature })

/**
 * 棚番・バーコード・温度帯 of the saved SKUs. A separate form, because the warehouse staff may change these, but not the product.
 */
export function Places({ stocks }: { stocks: StockListRow[] }) {
  const { revalidate } = useRevalidator()
  const mayWrite = useMay('stock.write')
  return (
    <Section
      title="棚番と温度帯"
      lead="ピッキングリストは棚番の順に並びます。冷蔵・冷凍の種類は、別の荷物と送り状ファイルになります。"
    >
      <Form
        key={JSON.stringify(stocks.map(placeOf))}
        values={{ kinds: stocks.map(placeOf) }}
        submit={mayWrite ? '棚番と温度帯を更新する' : null}
        look="plain"
        done="棚番と温度帯を更新しました"
        save={async ({ kinds }) => {
          for (const [n, place] of kinds.entries()) await saveStock(stocks[n]!, place, n)
          await revalidate()
        }}
      >
        {stocks.map(({ id, product_code, choices }, n) => (
          <fieldset key={id} className="mb-4 grid gap-x-4 border-line border-b md:grid-cols-[1.4fr_1fr_1.4fr_1fr]">
            <legend className="sr-only">{product_code}</legend>
            <p className="mb-2 self-center">
              <span className="numeric">{product_code}</span> <span className="text-muted text-xs">{choices}</span>
            </p>
            <TextField name={`kinds.${n}.shelf`} label="棚番" maxLength={20} />
            <TextField name={`kinds.${n}.barcode`} label="バーコード" maxLength={20} />
            <SelectField name={`kinds.${n}.temperature`} label="温度帯" choices={temperatures} />
          </fieldset>
        ))}
      </Form>
    </Section>
  )
}

/** Saves one SKU. A rejected value is shown beside the SKU's field. */
async function saveStock(before: StockListRow, place: Place, n: number): Promise<void> {
  if (JSON.stringify(placeOf(before)) === JSON.stringify(placeOf(place))) return
  try {
    await api('PUT /admin/v1/stock/{id}/place', { params: { id: before.id }, body: place })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const fields = error.fields.map((field) => ({ ...field, path: `kinds.${n}.${field.path}` }))
    throw new ApiError(error.status, { code: error.code, error: error.error, message: error.message, fields })
  }
}
