import { masterData } from '../../../master-data.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { SelectField } from '../../../ui/select-field.tsx'

interface HaltReasonProps {
  list: 'pause_reason' | 'skip_reason'
  value: string
  onChange: (reason: string) => void
}

/** 休止 or お休みの理由: optional, one choice. */
export function HaltReason({ list, value, onChange }: HaltReasonProps) {
  const { data } = useAnswer(list, () => masterData(list))
  if (!data || data.length === 0) return null
  return (
    <SelectField
      label="理由"
      required={false}
      options={[{ value: '', label: '選択しない' }, ...data.map(({ id, label }) => ({ value: String(id), label }))]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** As the call takes it. */
export const haltReason = (chosen: string) => (chosen === '' ? {} : { reason: Number(chosen) })
