import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { SettledResult } from '../settle.ts'
import type { Answer } from '../state/use-answer.ts'
import { ErrorState } from './error-state.tsx'
import { Loading } from './skeleton.tsx'

interface AnsweredProps<T> {
  answer: Answer<T>
  /** A skeleton of the same size as the content. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

/** Renders the data of a client loader, or an error with a retry button. */
export function Loaded<T>({ loaded, children }: { loaded: SettledResult<T>; children: (data: T) => ReactNode }) {
  const { revalidate, state } = useRevalidator()
  if (!loaded.error) return children(loaded.data)
  const isPending = state === 'loading'
  return <ErrorState text={loaded.error.message} onRetry={() => void revalidate()} pending={isPending} />
}

/** Renders the response of a call; before that its skeleton, or an error with a retry button. */
export function Answered<T>({ answer, skeleton, children }: AnsweredProps<T>) {
  if (answer.data !== undefined) return children(answer.data)
  if (answer.error) return <ErrorState text={answer.error.message} onRetry={answer.retry} />
  return <Loading>{skeleton}</Loading>
}
