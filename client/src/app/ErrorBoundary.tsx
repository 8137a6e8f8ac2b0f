import { Component, type ContextType, type ErrorInfo, type ReactNode } from "react";
import { knownSite, SiteMemoryContext } from "~/app/knownSite";
import { ErrorPage } from "~/features/state/ErrorPage";

interface State {
  error?: Error;
}

/** Fatal and unhandled errors become the error page (spec §4). */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
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
