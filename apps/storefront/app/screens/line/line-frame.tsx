import type { ReactNode } from 'react'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/** The layout of all LINE screens. */
export const LineFrame = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <Page width="form">
    <PageHeading lead={lead}>{title}</PageHeading>
    <div className="grid gap-6">{children}</div>
  </Page>
)

/** Placeholder until the visitor's LINE state is known. */
export const LineSkeleton = ({ title }: { title: string }) => (
  <LineFrame title={title}>
    <Loading>
      <Skeleton className="h-40 w-full" />
    </Loading>
  </LineFrame>
)
