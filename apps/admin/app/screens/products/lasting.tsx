import { MAX_USAGE_QUESTIONS } from '@kushi/values/lasting'
import { useFieldArray } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { formFor } from '../../ui/form-for.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/page.tsx'
import type { ProductFormValues } from './form-values.ts'

const { TextField, NumberField, TextAreaField } = formFor<ProductFormValues>()

/** 使い切る目安: where its days come from, and what the page asks to reckon them better. The days stand with the 種類. */
export function LastingQuestions() {
  const { fields, append, remove } = useFieldArray<ProductFormValues, 'lasting_questions'>({
    name: 'lasting_questions',
  })
  return (
    <Section
      title="使い切る目安"
      lead="日数は「種類と価格」に入れます。定期便のおすすめの間隔と、お手元の残りの見込みに使います。効果の期間をうたうものではありません。"
    >
      <TextAreaField
        name="lasting_basis"
        label="目安の根拠"
        rows={2}
        maxLength={600}
        hint="社内だけで見ます。例: 1回3mL、1日1回で計算。"
      />
      {fields.map(({ id }, n) => (
        <fieldset key={id} className="mb-4 border-line border-b pb-2">
          <legend className="mb-1 font-medium text-xs">質問{n + 1}</legend>
          <div className="flex flex-wrap items-end gap-x-4">
            <TextField
              name={`lasting_questions.${n}.question`}
              label={`質問${n + 1}: 聞くこと`}
              hint="髪の長さ、使う人数など"
              maxLength={40}
              isRequired
            />
            <Button look="quiet" className="mb-4" aria-label={`質問${n + 1}を外す`} onClick={() => remove(n)}>
              <Icon name="close" className="size-3" />
              外す
            </Button>
          </div>
          <Options n={n} />
        </fieldset>
      ))}
      {fields.length < MAX_USAGE_QUESTIONS && (
        <Button onClick={() => append({ question: '', options: [emptyOption, emptyOption] })}>質問を足す</Button>
      )}
    </Section>
  )
}

const emptyOption = { option: '', days_percent: 100 }

function Options({ n }: { n: number }) {
  const name = `lasting_questions.${n}.options` as const
  const { fields, append, remove } = useFieldArray<ProductFormValues, typeof name>({ name })
  return (
    <>
      {fields.map(({ id }, at) => (
        <div key={id} className="flex flex-wrap items-end gap-x-4">
          <TextField name={`${name}.${at}.option`} label={`質問${n + 1}の答え${at + 1}`} maxLength={20} isRequired />
          <NumberField name={`${name}.${at}.days_percent`} label={`答え${at + 1}の日数は、目安の`} unit="%" />
          {fields.length > 2 && (
            <Button
              look="quiet"
              className="mb-4"
              aria-label={`質問${n + 1}の答え${at + 1}を外す`}
              onClick={() => remove(at)}
            >
              <Icon name="close" className="size-3" />
              外す
            </Button>
          )}
        </div>
      ))}
      {fields.length < 5 && (
        <Button look="quiet" onClick={() => append(emptyOption)}>
          答えを足す
        </Button>
      )}
    </>
  )
}
