import { findAdvertisingWords, findRestrictedWords, isWarningField, type RestrictedWord } from '@kushi/values/claims'
import { createContext, useContext } from 'react'
import { type FieldValues, type Path, useWatch } from 'react-hook-form'

/** Which words a form reads while they are typed; null: none. `notice`: also those that sell. */
export type CheckedFor = 'claims' | 'notice' | null
export const ReadsContext = createContext<CheckedFor>(null)

/** The restricted words of a field, underlined, each with its law and other words. */
export function Claims<T extends FieldValues = never>({ name }: { name: NoInfer<Path<T>> }) {
  const checkedFor = useContext(ReadsContext)
  return checkedFor === null || isWarningField(name) ? null : <FoundWords name={name} reads={checkedFor} />
}

function FoundWords({ name, reads }: { name: string; reads: 'claims' | 'notice' }) {
  const value: unknown = useWatch({ name })
  if (typeof value !== 'string' || value === '') return null
  const found = [...findRestrictedWords(value), ...(reads === 'notice' ? findAdvertisingWords(value) : [])]
  if (found.length === 0) return null
  return (
    <ul role="status" className="mt-1 grid gap-1 text-xs">
      {found.map((claim) => (
        <WordLine key={claim.word} {...claim} />
      ))}
    </ul>
  )
}

const WordLine = ({ word, reason, instead }: RestrictedWord) => (
  <li>
    <span className="font-medium text-danger underline decoration-wavy">{word}</span>{' '}
    <span className="text-muted">{reason}</span> 言い換え: {instead}
  </li>
)
