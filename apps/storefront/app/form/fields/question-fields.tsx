import { MAX_INQUIRY_LENGTH } from '@kushi/contract/form/contact'
import type { MasterData } from '@kushi/contract/setting'
import { useWatch } from 'react-hook-form'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-field.tsx'
import type { LineContactFields } from '../contact.ts'
import { useFields } from '../use-fields.ts'

/** お問い合わせ: the category and the question. */
export function QuestionFields({ categories }: { categories: readonly MasterData[] }) {
  const { field } = useFields<LineContactFields>()
  const content = useWatch<LineContactFields, 'content'>({ name: 'content' })
  return (
    <>
      <SelectField
        {...field('inquiry_category_id')}
        label="お問い合わせの種類"
        required
        placeholder="選択してください"
        options={categories.map(({ id, label }) => ({ value: String(id), label }))}
      />
      <TextAreaField
        {...field('content')}
        label="お問い合わせ内容"
        required
        rows={8}
        hint={`ご注文についての場合は、ご注文番号もお書きください。${MAX_INQUIRY_LENGTH}文字まで${content && `(今 ${[...content].length}文字)`}`}
      />
    </>
  )
}
