import { useState } from 'react'
import { today } from '../today.ts'
import { type CardFailures, type CardFields, cardFailures, noCard } from './card-fields.ts'
import { CardTokenError, exchangeCard, type TokenCard } from './card-token.ts'

/** Form state of a card, kept only in the memory of this component. */
export function useCardForm() {
  const [card, setCard] = useState<CardFields>(noCard)
  const [failures, setFailures] = useState<CardFailures>({})
  const [problem, setProblem] = useState<string | null>(null)

  return {
    card,
    failures,
    /** The provider's error about the whole card. */
    problem,
    change: (changed: Partial<CardFields>) => {
      setCard((before) => ({ ...before, ...changed }))
      setFailures((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changed))))
      setProblem(null)
    },
    /** Checks one field on blur. */
    leave: (name: keyof CardFields) => {
      if (!card[name]) return
      const broken = cardFailures(card, today())[name]
      setFailures(({ [name]: _, ...others }) => (broken ? { ...others, [name]: broken } : others))
    },
    /** Checks every field, and shows the errors. */
    validate: (): boolean => {
      const found = cardFailures(card, today())
      setFailures(found)
      return Object.keys(found).length === 0
    },
    /** null: rejected; the reason is shown above the fields. */
    exchange: async (): Promise<TokenCard | null> => {
      try {
        const token = await exchangeCard(card)
        setCard(noCard)
        setProblem(null)
        return token
      } catch (error) {
        if (!(error instanceof CardTokenError)) throw error
        setProblem(error.message)
        return null
      }
    },
  }
}
export type CardFormState = ReturnType<typeof useCardForm>
