import { Component, type ContextType, type ErrorInfo, type ReactNode } from "react";
import { useLocation } from "react-router";
import { knownSite, SiteMemoryContext } from "~/app/knownSite";
import { ErrorPage } from "~/features/state/ErrorPage";

interface State {
  error?: Error | undefined;
}

interface BoundaryProps {
  /** Names the visit of a page: another one with every navigation. */
  visit: string;
  children: ReactNode;
}

/** Fatal and unhandled errors become the error page (spec §4), until the visitor goes to another page, or back. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return <Boundary visit={key}>{children}</Boundary>;
}

class Boundary extends Component<BoundaryProps, State> {
  static override contextType = SiteMemoryContext;
  declare context: ContextType<typeof SiteMemoryContext>;
  override state: State = {};

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidMount() {
    window.addEventListener("error", this.onError);
    window.addEventListener("unhandledrejection", this.onRejection);
  }

  override componentDidUpdate(previous: BoundaryProps, { error }: State) {
    // An error of the navigation itself arrives with the new visit and stays.
    if (error && error === this.state.error && previous.visit !== this.props.visit) this.setState({ error: undefined });
  }

  override componentWillUnmount() {
    window.removeEventListener("error", this.onError);
    window.removeEventListener("unhandledrejection", this.onRejection);
  }

  // Scripts of others tell no error, and what was given up is none.
  private readonly onError = ({ error }: ErrorEvent) => this.fail(error);
  private readonly onRejection = ({ reason }: PromiseRejectionEvent) => this.fail(reason);

  private fail(error: unknown) {
    if (error instanceof Error && error.name !== "AbortError") this.setState({ error });
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error("The page failed.", error, info.componentStack);
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <main>
        <ErrorPage {...knownSite(this.context, window.location.pathname)} />
      </main>
    );
  }
}
