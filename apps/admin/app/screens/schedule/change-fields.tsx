import type { PromotionChange } from '@kushi/contract/admin/promotion'
import type { NewScheduledChange } from '@kushi/contract/admin/schedule'
import { variantName } from '@kushi/values/product'
import { PROMOTION_STATUS_NAME } from '@kushi/values/promotion'
import type { ReactNode } from 'react'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import { AudienceFields, LimitFields, PromotionContentFields, type PromotionGoods } from '../promotions/fields.tsx'
import type { ChangeValues } from '../promotions/typed.ts'
import type { ScheduleSubject } from './load-subject.ts'

export interface ScheduleFormValues {
  starts_at: string
  ends_at: string
  subject_id: string
  after: Exclude<NewScheduledChange['after'], PromotionChange> | ChangeValues
}

const { TextField, NumberField, SelectField, CheckField } = formFor<ScheduleFormValues>()

/** 変更後の内容: the fields for each kind of change. */
export function ChangeFields({ loaded: { kind, product, deliveries } }: { loaded: ScheduleSubject }) {
  if (kind === 'tax_rate')
    return (
      <SelectField
        name="after.tax_rate"
        label="消費税率"
        isNumber
        choices={[
          { value: 10, label: '10%' },
          { value: 8, label: '8%(軽減税率)' },
        ]}
        hint="この商品のすべての種類に。税込の価格は変わりません。価格も変えるときは、価格の変更を同じ日時に予定してください。"
      />
    )
  if (kind === 'content')
    return (
      <>
        <TextField name="after.title" label="題名" isRequired maxLength={60} />
        <RichTextField<ScheduleFormValues> name="after.html" label="文章" rows={14} />
      </>
    )
  if (kind === 'visibility') return <CheckField name="after.visible" label="ショップに公開する" />
  if (kind === 'closing')
    return (
      <TextField
        name="after.note"
        label="メモ(お店の人だけが見ます)"
        hint="この間は出荷しないものとして、お届けできる最短の日を数えます。"
      />
    )
  if (kind === 'free_amount')
    return (
      <NumberField
        name="after.delivery_free_amount"
        label="送料が無料になる金額(税込)"
        unit="円"
        hint="空欄にすると、送料無料はありません。"
      />
    )
  if (kind === 'delivery_fee')
    return (
      <>
        <SelectField
          name="subject_id"
          label="配送方法"
          choices={deliveries.map(({ id, delivery_name }) => ({ value: String(id), label: delivery_name }))}
        />
        <NumberField name="after.flat_rate_delivery_fee" label="送料" unit="円" />
        <NumberField name="after.island_surcharge" label="離島の追加料金" unit="円" />
        <NumberField name="after.cool_fee" label="クール代(1個口)" unit="円" />
      </>
    )
  return product?.skus.map((sku, n) => (
    <fieldset key={sku.id} className="mb-2 grid gap-x-6 md:grid-cols-3">
      <legend className="font-medium text-xs">{variantName(sku) || sku.product_code}</legend>
      <NumberField name={`after.skus.${n}.price`} label="価格(税込)" unit="円" />
      {product.sale_type !== 1 && (
        <>
          <NumberField name={`after.skus.${n}.subscription_first_price`} label="定期の初回" unit="円" />
          <NumberField name={`after.skus.${n}.subscription_price`} label="定期の2回目から" unit="円" />
        </>
      )}
    </fieldset>
  ))
}

/** A promotion from the planned moment on: its state, when (`children`), and all that it is, except its own period. */
export const PromotionFields = ({ goods, children }: { goods: PromotionGoods; children: ReactNode }) => (
  <>
    <Section title="変更後の状態">
      <SelectField
        name="after.status"
        label="状態"
        isRequired
        choices={[
          { value: 'active', label: PROMOTION_STATUS_NAME.active },
          { value: 'stopped', label: `${PROMOTION_STATUS_NAME.stopped}(定期便に約束した分は続きます)` },
        ]}
        hint="特典そのものの始まりと終わりは、特典の画面で変えてください。"
        className="max-w-[480px]"
      />
    </Section>
    {children}
    <PromotionContentFields products={goods} prefix="after." />
    <AudienceFields prefix="after." />
    <LimitFields prefix="after." />
  </>
)
