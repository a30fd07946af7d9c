import type { ChangeOptions, OrderChange } from '@kushi/contract/admin/order'
import { useFormContext, useWatch } from 'react-hook-form'
import { formFor } from './form-for.ts'

type Values = Pick<OrderChange, 'delivery_id' | 'delivery_time_id' | 'delivery_date' | 'delivery_notes'>

const { TextField, TextAreaField, SelectField } = formFor<Values>()

interface DeliveryFieldsProps {
  deliveries: ChangeOptions['deliveries']
  /** Also shows お届け希望日. */
  hasDate?: boolean
}

/** 配送方法, 日時 and 備考 in a form. Each method has its own times; メール便 has neither time nor date. */
export function DeliveryFields({ deliveries, hasDate = false }: DeliveryFieldsProps) {
  const { setValue } = useFormContext<Values>()
  const { delivery_id } = useWatch<Values>()
  const method = deliveries.find(({ id }) => id === Number(delivery_id))
  return (
    <>
      <div className="grid gap-x-4 md:grid-cols-3">
        <div onChange={() => setValue('delivery_time_id', null)}>
          <SelectField
            name="delivery_id"
            label="配送方法"
            isNumber
            choices={deliveries.map(({ id, delivery_name }) => ({ value: id, label: delivery_name }))}
          />
        </div>
        {!method?.mail_delivery_flag && (
          <>
            {hasDate && (
              <TextField
                name="delivery_date"
                label="お届け希望日"
                type="date"
                hint="空欄のときは、最短でお届けします。"
              />
            )}
            <SelectField
              key={method?.id}
              name="delivery_time_id"
              label="お届け時間帯"
              isNumber
              empty="指定なし"
              choices={(method?.times ?? []).map(({ id, delivery_time }) => ({ value: id, label: delivery_time }))}
            />
          </>
        )}
      </div>
      <TextAreaField name="delivery_notes" label="備考(置き配など、お客様のご希望)" rows={2} maxLength={200} />
    </>
  )
}
