import { PageHeading } from './heading.tsx'
import { Page } from './page.tsx'
import { Loading, Skeleton } from './skeleton.tsx'

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
