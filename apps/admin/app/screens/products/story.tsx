import { useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/page.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import type { ProductFormValues } from './form-values.ts'

const { TextAreaField, SelectField, Beside } = formFor<ProductFormValues>()

interface StoryProps {
  /** Products that can be offered with this one. */
  products: readonly { id: number; product_name: string }[]
}

/** 商品ページの読みもの: texts that promote the product. Every field is optional; an empty part is not shown on the page. */
export function StoryFields({ products }: StoryProps) {
  const pictures = useWatch<ProductFormValues, 'pictures'>({ name: 'pictures' })
  return (
    <Section title="商品ページの読みもの" lead="空けたところは商品ページに出ません。">
      <TextAreaField
        name="purpose"
        label="何のためのものか"
        rows={2}
        maxLength={300}
        hint="効能をうたえる範囲は、化粧品では法律で決まっています(薬機法)。"
      />
      <TextAreaField name="suits" label="こんな方に" rows={3} hint="1行に1つずつ、8行まで。" />
      <EntriesField name="feel" title="使い心地" most={8} add="使い心地を追加する" fields={['name', 'text']} />
      <EntriesField
        name="ingredient_notes"
        title="成分・素材の意味"
        most={12}
        add="成分・素材を追加する"
        fields={['name', 'text']}
      />
      <SelectField
        name="use_image_path"
        label="使い方の写真"
        className="max-w-80"
        empty="なし"
        choices={pictures.map(({ path }, n) => ({ value: path, label: `写真${n + 1}` }))}
      />
      <RichTextField<ProductFormValues> name="story_html" label="物語" rows={6} hint="説明の下に出ます。" />
      <EntriesField name="questions" title="ご質問" most={12} add="質問を追加する" fields={['question', 'answer']} />
      <TextAreaField name="return_note" label="返品について(この商品だけの決まり)" rows={2} maxLength={600} />
      <fieldset>
        <legend className="mb-1 font-medium text-xs">一緒におすすめする商品(選ばないときは、同じカテゴリの商品)</legend>
        <div className="grid gap-x-4 md:grid-cols-4">
          {[0, 1, 2, 3].map((n) => (
            <SelectField
              key={n}
              name={`related.${n}.id`}
              label={`${n + 1}番目`}
              isNumber
              empty="なし"
              choices={products.map(({ id, product_name }) => ({ value: id, label: product_name }))}
            />
          ))}
        </div>
        <Beside name="related" />
      </fieldset>
    </Section>
  )
}

const labels = { name: '名前', text: '説明', question: '質問', answer: '答え' }
type EntriesName = 'feel' | 'ingredient_notes' | 'questions'
type EntryOf<N extends EntriesName> = NonNullable<ProductFormValues[N]> extends readonly (infer E)[] ? E : never
type FieldOf<N extends EntriesName> = keyof typeof labels & keyof EntryOf<N>
/** Of either list; the names come from `EntriesProps`. */
type EntriesFormValues = Record<EntriesName, Record<string, string>[]>

interface EntriesProps<N extends EntriesName> {
  name: N
  title: string
  most: number
  add: string
  fields: readonly [FieldOf<N>, FieldOf<N>]
}

/** A list of entries, each with a short and a long text. */
function EntriesField<N extends EntriesName>({
  name,
  title,
  most,
  add,
  fields: [titleField, bodyField],
}: EntriesProps<N>) {
  const { TextField, TextAreaField } = formFor<EntriesFormValues>()
  const { fields, append, remove } = useFieldArray<EntriesFormValues, EntriesName>({ name })
  return (
    <fieldset className="mb-4">
      <legend className="mb-1 font-medium text-xs">{title}</legend>
      {fields.map(({ id }, n) => (
        <div
          key={id}
          className="grid grid-cols-[1fr_auto] gap-x-3 border-line border-b pt-2 md:grid-cols-[1fr_2fr_auto]"
        >
          <TextField name={`${name}.${n}.${titleField}`} label={`${title}${n + 1}: ${labels[titleField]}`} isRequired />
          <TextAreaField
            name={`${name}.${n}.${bodyField}`}
            label={`${title}${n + 1}: ${labels[bodyField]}`}
            rows={2}
            isRequired
            className="max-md:col-start-1"
          />
          <button
            type="button"
            className="tap col-start-2 row-start-1 p-1.5 md:col-start-3"
            aria-label={`${title}${n + 1}を外す`}
            onClick={() => remove(n)}
          >
            <Icon name="close" className="size-3" />
          </button>
        </div>
      ))}
      {fields.length < most && (
        <div className="mt-2">
          <Button onClick={() => append({ [titleField]: '', [bodyField]: '' })}>{add}</Button>
        </div>
      )}
    </fieldset>
  )
}
