import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ContactFrame } from './contact-frame.tsx'

/** Placeholder of the form until the member and the saved input are known. */
export const ContactSkeleton = () => (
  <ContactFrame step={0} title="お問い合わせ">
    <Loading>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-40 w-full" />
    </Loading>
  </ContactFrame>
)
