import "react";
import "react-dom/client";
