import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Settled } from '../settle.ts'
import type { Answer } from '../state/use-answer.ts'
import { ErrorState } from './error-state.tsx'
import { Loading } from './skeleton.tsx'

interface AnsweredProps<T> {
  answer: Answer<T>
  /** Of the same size as what comes. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** What a client loader brought; an error with another try where the call failed. */
export function Loaded<T>({ loaded, children }: { loaded: Settled<T>; children: (data: T) => ReactNode }) {
  const { revalidate, state } = useRevalidator()
  if (!loaded.error) return children(loaded.data)
  const isPending = state === 'loading'
  return <ErrorState text={loaded.error.message} onRetry={() => void revalidate()} pending={isPending} />
}

/** What a call answered; before that its skeleton, and an error with another try where it failed. */
export function Answered<T>({ answer, skeleton, children }: AnsweredProps<T>) {
  if (answer.data !== undefined) return children(answer.data)
  if (answer.error) return <ErrorState text={answer.error.message} onRetry={answer.retry} />
  return <Loading>{skeleton}</Loading>
}
