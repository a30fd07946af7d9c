import { PageHeading } from './heading.tsx'
import { Page } from './page.tsx'
import { Loading, Skeleton } from './skeleton.tsx'

interface FormSkeletonProps {
  title: string
  /** How many there will be, four at most. */
  fields?: number
}

/** A form before it is known what was typed in it. */
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
