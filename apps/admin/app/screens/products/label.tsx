import {
  hasLabelField,
  isLabelOptional,
  LABEL_HEADING,
  LABEL_KIND_NAME,
  LABEL_MAX_LENGTHS,
  type LabelField,
  labelFields,
} from '@kushi/values/product-label'
import { useWatch } from 'react-hook-form'
import { choicesOf } from '../../ui/field.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Section } from '../../ui/page.tsx'
import type { ProductFormValues } from './form-values.ts'

const { TextField, TextAreaField, SelectField } = formFor<ProductFormValues>()

const kinds = choicesOf(LABEL_KIND_NAME)

const hints: Partial<Record<LabelField, string>> = {
  label_allergens: '使っていないときも「なし」のように書きます。',
  label_maker: '名前と住所。',
}

/** 商品の表示: the fields of the chosen kind of goods. */
export function Label() {
  const kind = useWatch<ProductFormValues, 'label_kind'>({ name: 'label_kind' }) ?? 'none'
  return (
    <Section
      title="商品の表示"
      lead="種類を選ぶと、その商品の表示に要る項目が出ます。商品ページの「成分・素材」に並びます。"
    >
      <SelectField name="label_kind" label="表示の種類" choices={kinds} className="max-w-80" />
      <TextAreaField name="ingredients" label={LABEL_HEADING[kind].ingredients} maxLength={5_000} />
      {labelFields
        .filter((field) => hasLabelField(kind, field))
        .map((field) => {
          const own = {
            name: field,
            label: `${LABEL_HEADING[kind][field]}${isLabelOptional(kind, field) ? '(任意)' : ''}`,
            hint: hints[field],
            maxLength: LABEL_MAX_LENGTHS[field],
          }
          return field === 'label_cautions' ? (
            <TextAreaField key={field} {...own} rows={4} />
          ) : (
            <TextField key={field} {...own} />
          )
        })}
    </Section>
  )
}
