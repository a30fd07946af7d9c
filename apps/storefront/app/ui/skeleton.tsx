import type { ReactNode } from 'react'
import { PageHeading } from './heading.tsx'
import { Page } from './page.tsx'

/** A progress spinner. Decoration only: state the progress in words beside it. */
export const Spinner = () => (
  <span
    aria-hidden="true"
    className="inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
  />
)

interface FormSkeletonProps {
  title: string
  /** Number of fields, at most four. */
  fields?: number
}

/** Placeholder of a form until the saved input is known. */
export const FormSkeleton = ({ title, fields = 2 }: FormSkeletonProps) => (
  <Page width="form">
    <PageHeading>{title}</PageHeading>
    <Loading>
      {['a', 'b', 'c', 'd'].slice(0, fields).map((key) => (
        <Skeleton key={key} className="h-20 w-full" />
      ))}
      <Skeleton className="h-11 w-full" />
    </Loading>
  </Page>
)

/** A grey placeholder of the size of the content. `className` sets the size. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={`block animate-breathe rounded-base bg-sand ${className}`} />
)

/** Wraps skeletons, and announces once in words that the screen is loading. */
export const Loading = ({ children }: { children: ReactNode }) => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">読み込んでいます</span>
    {children}
  </div>
)
